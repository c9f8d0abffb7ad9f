# smriti-tui: Ctrl-X Ctrl-T inserts the locations chosen in the explorer.
# In ~/.config/fish/config.fish: smriti-tui keys --shell fish | source
function __smriti_tui_pick
    set -l locations (smriti-tui --pick)
    and commandline --insert -- (string join ' ' -- (string escape -- $locations))' '
    commandline --function repaint
end
bind \cx\ct __smriti_tui_pick
bind --mode insert \cx\ct __smriti_tui_pick
