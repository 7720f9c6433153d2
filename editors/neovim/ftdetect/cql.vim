autocmd BufRead,BufNewFile *.cql setfiletype cql
autocmd BufRead,BufNewFile *.size setfiletype partitionlab-size
