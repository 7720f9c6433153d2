-- The language server of Partition Lab, as Neovim 0.11 and later read it.
return {
  cmd = vim.g.partitionlab_cmd or { 'partitionlab', 'lsp' },
  filetypes = { 'cql', 'partitionlab-size', 'go', 'java', 'kotlin', 'python', 'javascript', 'javascriptreact', 'typescript', 'typescriptreact', 'cs', 'markdown' },
  root_markers = { 'partitionlab.toml', '.git' },
}
