# What a zsh in a terminal shows where a line is typed and the tab key pressed: the matches
# that it lists, and what the line is then.
zmodload zsh/zpty
cd $1
zpty z "zsh -f -i"
zpty -w z "PS1=; fpath=($PWD \$fpath); autoload -Uz compinit; compinit -u -D; stty cols 200; setopt no_beep"
# Each word that is waited for is written in two parts: what is typed is shown, too.
zpty -w z "show() { print -r -- \"<\$BUFFER>\"END }; zle -N show; bindkey '^X' show"
zpty -w z "zle-line-init() { print REA''DY }; zle -N zle-line-init"
zpty -r -m z shown '*READY*'
zpty -w -n z "$2"$'\t\x18'
zpty -r -m z shown '*>END*'
zpty -d z
print -r -- "$shown" | tr -d '\r\a' | sed 's/\x1b\[[0-9;?]*[A-Za-z]//g'
