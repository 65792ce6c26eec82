import { createSHA256 } from 'hash-wasm'
import type { HashReply, HashRequest } from './file-hash.ts'

const SLICE_BYTES = 4 * 1024 * 1024
const ready = createSHA256()
let line: Promise<unknown> = ready

// In sequence, because reading a file is asynchronous.
self.addEventListener('message', ({ data }: MessageEvent<HashRequest>) => {
  line = line.then(() => answer(data)).catch((error: unknown) => reply({ error: String(error) }))
})

async function answer(request: HashRequest): Promise<void> {
  const hash = await ready
  if (request.kind === 'restart') hash.init()
  else if (request.kind === 'chunk') hash.update(request.chunk)
  else {
    if (request.kind === 'file') await readAll(request.file, (chunk) => hash.update(chunk))
    reply({ sha256: hash.digest('hex') })
  }
}

async function readAll(file: Blob, read: (chunk: Uint8Array) => unknown): Promise<void> {
  for (let at = 0; at < file.size; at += SLICE_BYTES)
    read(new Uint8Array(await file.slice(at, at + SLICE_BYTES).arrayBuffer()))
}

function reply(message: HashReply): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  self.postMessage(message)
}
