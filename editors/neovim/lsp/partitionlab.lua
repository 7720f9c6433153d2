-- The language server of Partition Lab, as Neovim 0.11 and later read it.
return {
  cmd = vim.g.partitionlab_cmd or { 'partitionlab', 'lsp' },
  filetypes = { 'cql', 'go', 'java', 'kotlin', 'python', 'javascript', 'typescript', 'cs', 'markdown' },
  root_markers = { 'partitionlab.toml', '.git' },
}
