autocmd BufRead,BufNewFile *.cql setfiletype cql
