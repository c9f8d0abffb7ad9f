# smriti-tui: Ctrl-X Ctrl-T inserts the locations chosen in the explorer.
# In ~/.zshrc: eval "$(smriti-tui keys --shell zsh)"
__smriti_tui_pick() {
    local location
    # A process substitution in a widget runs in the background, where the terminal cannot be read.
    for location in "${(@f)$(smriti-tui --pick)}"; do
        [[ -n $location ]] && LBUFFER+="${(q)location} "
    done
    zle reset-prompt
}
zle -N __smriti_tui_pick
bindkey -M emacs '^X^T' __smriti_tui_pick
bindkey -M viins '^X^T' __smriti_tui_pick
