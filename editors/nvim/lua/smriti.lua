-- smriti-tui for Neovim 0.7 and later.
--
--   require('smriti').setup({ command = 'smriti-tui', limit = 50 })
--
-- :Smriti QUERY    fills the quickfix list with the results of a search
-- :SmritiOpen      runs the explorer in a terminal window; Enter opens the result here

local M = {}

local options = { command = 'smriti-tui', limit = 50 }

local function notify(lines, level)
  local text = vim.trim(table.concat(lines, '\n'))
  if text ~= '' then
    vim.notify(text, level)
  end
end

-- Quickfix entries of the JSON object that `search --json` prints.
function M.entries(json)
  local answer = vim.fn.json_decode(json)
  local entries = {}
  for _, hit in ipairs(answer.hits) do
    local text = type(hit.text) == 'string' and hit.text or ''
    local offset = hit.line - (type(hit.text_line) == 'number' and hit.text_line or hit.line)
    local line = vim.split(text, '\n')[offset + 1] or ''
    table.insert(entries, {
      filename = answer.root .. '/' .. hit.path,
      lnum = hit.line,
      col = hit.column,
      text = hit.name .. ': ' .. vim.trim(line),
    })
  end
  return entries
end

-- Searches the repository around the working directory and calls `done` with the entries.
function M.search(query, done)
  local output, errors = {}, {}
  local command = { options.command, 'search', '--json', '--expand', 'none', '--limit', tostring(options.limit), '--', query }
  local job = vim.fn.jobstart(command, {
    stdout_buffered = true,
    stderr_buffered = true,
    on_stdout = function(_, lines) output = lines end,
    on_stderr = function(_, lines) errors = lines end,
    on_exit = function(_, status)
      if status > 1 then
        notify(errors, vim.log.levels.ERROR)
        return
      end
      notify(errors, vim.log.levels.WARN)
      done(M.entries(table.concat(output, '\n')))
    end,
  })
  if job <= 0 then
    notify({ 'cannot run ' .. options.command }, vim.log.levels.ERROR)
  end
end

-- Fills the quickfix list and opens it.
function M.quickfix(query)
  M.search(query, function(entries)
    vim.fn.setqflist({}, ' ', { title = 'Smriti ' .. query, items = entries })
    if #entries == 0 then
      notify({ 'no results: ' .. query }, vim.log.levels.INFO)
    else
      vim.cmd('copen')
    end
  end)
end

-- Runs the explorer in a split. Inside Neovim's terminal it opens files in this Neovim ($NVIM).
function M.open()
  vim.cmd('botright new')
  vim.fn.termopen({ options.command }, {
    on_exit = function() pcall(vim.cmd, 'bdelete!') end,
  })
  vim.cmd('startinsert')
end

function M.setup(overrides)
  options = vim.tbl_extend('force', options, overrides or {})
  vim.api.nvim_create_user_command('Smriti', function(command) M.quickfix(command.args) end, { nargs = '+' })
  vim.api.nvim_create_user_command('SmritiOpen', function() M.open() end, {})
end

return M
