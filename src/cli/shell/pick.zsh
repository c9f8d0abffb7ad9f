# smriti-tui: Ctrl-X Ctrl-T inserts the locations chosen in the explorer.
# In ~/.zshrc: eval "$(smriti-tui keys --shell zsh)"
__smriti_tui_pick() {
    local location
    while IFS= read -r location; do
        LBUFFER+="${(q)location} "
    done < <(smriti-tui --pick)
    zle reset-prompt
}
zle -N __smriti_tui_pick
bindkey -M emacs '^X^T' __smriti_tui_pick
bindkey -M viins '^X^T' __smriti_tui_pick
