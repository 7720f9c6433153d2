-- Starts the language server of Partition Lab for files that may hold CQL.
if vim.lsp.enable then -- 0.11 and later: lsp/partitionlab.lua says how
  vim.lsp.enable('partitionlab')
  return
end

local markers = { 'partitionlab.toml', '.git' }

-- root is the nearest folder above a file with one of the markers.
local function root(file)
  local dir = vim.fn.fnamemodify(file, ':p:h')
  for _, marker in ipairs(markers) do
    local at = dir
    while true do
      if vim.fn.filereadable(at .. '/' .. marker) == 1 or vim.fn.isdirectory(at .. '/' .. marker) == 1 then
        return at
      end
      local up = vim.fn.fnamemodify(at, ':h')
      if up == at then break end
      at = up
    end
  end
  return dir
end

local clients = {} -- by root

vim.api.nvim_create_autocmd('FileType', {
  pattern = { 'cql', 'partitionlab-size', 'go', 'java', 'kotlin', 'python', 'javascript', 'javascriptreact', 'typescript', 'typescriptreact', 'cs', 'markdown' },
  callback = function(event)
    local dir = root(vim.api.nvim_buf_get_name(event.buf))
    if not clients[dir] then
      clients[dir] = vim.lsp.start_client({
        name = 'partitionlab',
        cmd = vim.g.partitionlab_cmd or { 'partitionlab', 'lsp' },
        cmd_cwd = dir,
        root_dir = dir,
        on_exit = function() clients[dir] = nil end,
      })
    end
    vim.lsp.buf_attach_client(event.buf, clients[dir])
  end,
})
