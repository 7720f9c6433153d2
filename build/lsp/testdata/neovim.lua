-- Does in Neovim what somebody would do who writes CQL, and writes what is seen into the
-- file $SEEN as JSON. The folder of the process is that of the repository.
local seen, failed = {}, nil

local function wait(what, done)
  if not vim.wait(30000, done, 20) then error('waited in vain for ' .. what) end
end

local function ask(method, line, character, more)
  local params = { textDocument = { uri = vim.uri_from_bufnr(0) }, position = { line = line, character = character } }
  for k, v in pairs(more or {}) do params[k] = v end
  local answers, err = vim.lsp.buf_request_sync(0, method, params, 30000)
  assert(answers, err)
  for _, answer in pairs(answers) do return answer.result end
end

local function replace(old, new)
  local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  for i, line in ipairs(lines) do
    local from, to = line:find(old, 1, true)
    if from then
      vim.api.nvim_buf_set_lines(0, i - 1, i, false, { line:sub(1, from - 1) .. new .. line:sub(to + 1) })
      return i - 1, from - 1
    end
  end
  error('no ' .. old)
end

local function run()
  vim.cmd('edit services/catalog/migrations/V2__books.cql')
  seen.filetype = vim.bo.filetype
  wait('the server', function()
    for _, c in pairs(vim.lsp.buf_get_clients(0)) do return c.initialized ~= nil end
    return false
  end)
  local line, column = replace('price decimal', 'price money')
  wait('a diagnostic', function() return #vim.diagnostic.get(0) > 0 end)
  local d = vim.diagnostic.get(0)[1]
  seen.diagnostic = { line = d.lnum, column = d.col, code = d.code, message = d.message, source = d.source, wanted = { line, column + #'price ' } }
  replace('price money', 'price decimal')
  wait('no diagnostic', function() return #vim.diagnostic.get(0) == 0 end)
  seen.hover = ask('textDocument/hover', line, column + 1).contents.value
  seen.symbols = {}
  for _, s in ipairs(ask('textDocument/documentSymbol', 0, 0)) do table.insert(seen.symbols, s.name) end
  local item
  for _, i in ipairs(ask('textDocument/completion', line, column + #'price ').items) do if i.label == 'decimal' then item = i end end
  seen.completion = item and item.label
  local edit = ask('textDocument/rename', line, column + 1, { newName = 'cost' })
  local client = next(vim.lsp.buf_get_clients(0))
  vim.lsp.util.apply_workspace_edit(edit, vim.lsp.get_client_by_id(client).offset_encoding)
  seen.renamed = {}
  for _, b in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_get_option(b, 'modified') or #vim.fn.getbufinfo(b) > 0 and vim.fn.getbufinfo(b)[1].changed == 1 then
      seen.renamed[vim.fn.fnamemodify(vim.api.nvim_buf_get_name(b), ':t')] = table.concat(vim.api.nvim_buf_get_lines(b, 0, -1, false), '\n')
    end
  end
  vim.cmd('edit! scratch.cql')
  vim.api.nvim_buf_set_lines(0, 0, -1, false, { 'select   a from b;' })
  if vim.lsp.buf.format then vim.lsp.buf.format({ timeout_ms = 30000 }) else vim.lsp.buf.formatting_sync(nil, 30000) end
  seen.formatted = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  vim.cmd('edit! services/orders/store/store.go')
  vim.bo.filetype = 'go'
  replace('INSERT INTO open_orders', 'INSRT INTO open_orders')
  wait('a diagnostic in a program', function() return #vim.diagnostic.get(0) > 0 end)
  seen.program = vim.diagnostic.get(0)[1].message
end

local ok, err = xpcall(run, debug.traceback)
if not ok then seen.failed = err end
local out = io.open(os.getenv('SEEN'), 'w')
out:write(vim.fn.json_encode(seen))
out:close()
vim.cmd('qall!')
