"""Talks to the language server with pygls, and prints what it says as JSON. Arguments:
the program, and a file of the repository that is the working folder."""
import asyncio
import json
import pathlib
import sys

from lsprotocol import types as t
from pygls.lsp.client import LanguageClient


async def main(program, name):
    client = LanguageClient("test", "1")
    heard = {}
    changed = asyncio.Event()

    @client.feature(t.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def _(params: t.PublishDiagnosticsParams):
        heard[params.uri] = params
        changed.set()

    async def told(uri, wanted):
        while not (uri in heard and wanted(heard[uri])):
            changed.clear()
            await asyncio.wait_for(changed.wait(), 60)
        return heard[uri]

    await client.start_io(program, "lsp")
    path = pathlib.Path(name).resolve()
    uri, text = path.as_uri(), path.read_text()
    seen = {}
    result = await client.initialize_async(t.InitializeParams(capabilities=t.ClientCapabilities(), root_uri=pathlib.Path.cwd().as_uri()))
    seen["server"] = result.server_info.name
    client.initialized(t.InitializedParams())
    broken = text.replace("price decimal", "price money", 1)
    client.text_document_did_open(t.DidOpenTextDocumentParams(t.TextDocumentItem(uri=uri, language_id="cql", version=1, text=broken)))
    d = (await told(uri, lambda p: p.version == 1)).diagnostics
    seen["diagnostics"] = [[x.range.start.line, x.range.start.character, x.code, x.source] for x in d]
    actions = await client.text_document_code_action_async(t.CodeActionParams(t.TextDocumentIdentifier(uri), d[0].range, t.CodeActionContext(diagnostics=d)))
    seen["actions"] = [a.title for a in actions or []]
    client.text_document_did_change(t.DidChangeTextDocumentParams(
        t.VersionedTextDocumentIdentifier(uri=uri, version=2), [t.TextDocumentContentChangeWholeDocument(text=text)]))
    await told(uri, lambda p: p.version == 2 and not p.diagnostics)
    before = text[: text.index("price decimal")]
    at = t.Position(before.count("\n"), len(before) - before.rfind("\n") - 1)
    here = t.TextDocumentIdentifier(uri)
    seen["hover"] = (await client.text_document_hover_async(t.HoverParams(here, at))).contents.value
    seen["definition"] = [[x.range.start.line, x.range.start.character] for x in await client.text_document_definition_async(t.DefinitionParams(here, at))]
    seen["at"] = [at.line, at.character]
    edit = await client.text_document_rename_async(t.RenameParams(here, at, "cost"))
    seen["renamed"] = sorted(u.rsplit("/", 1)[1] for u in edit.changes)
    seen["symbols"] = [s.name for s in await client.text_document_document_symbol_async(t.DocumentSymbolParams(here))]
    seen["formatting"] = len(await client.text_document_formatting_async(t.DocumentFormattingParams(here, t.FormattingOptions(4, True))) or [])
    seen["completion"] = any(i.label == "decimal" for i in (await client.text_document_completion_async(
        t.CompletionParams(here, t.Position(at.line, at.character + len("price "))))).items)
    try:
        await client.text_document_rename_async(t.RenameParams(here, at, "title"))
    except Exception as e:
        seen["refused"] = str(e)
    await client.shutdown_async(None)
    client.exit(None)
    seen["code"] = await asyncio.wait_for(client._server.wait(), 30)
    print(json.dumps(seen))


asyncio.run(main(*sys.argv[1:]))
