/** Requests to the hashing worker: a whole file, or chunks of a stream. */
export type HashRequest =
  | { readonly kind: 'file'; readonly file: Blob }
  | { readonly kind: 'chunk'; readonly chunk: Uint8Array }
  | { readonly kind: 'restart' }
  | { readonly kind: 'digest' }
export type HashReply = { readonly sha256: string } | { readonly error: string }

/** SHA-256 of chunks as they arrive. */
export interface RunningHash {
  update(chunk: Uint8Array): void
  restart(): void
  /** Hexadecimal; after it, only `restart` allows more. */
  digest(): Promise<string>
  /** Ends it; no calls are allowed afterwards. */
  drop(): void
}

function hashThread(): Worker {
  return new Worker(new URL('./file-hash.worker.ts', import.meta.url), { type: 'module' })
}

function send(thread: Worker, request: HashRequest): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  thread.postMessage(request)
}

function replyOf(thread: Worker): Promise<string> {
  return new Promise((resolve, reject) => {
    thread.addEventListener(
      'message',
      ({ data }: MessageEvent<HashReply>) => ('sha256' in data ? resolve(data.sha256) : reject(new Error(data.error))),
      { once: true },
    )
    thread.addEventListener('error', (event) => reject(new Error(event.message)), { once: true })
  })
}

/** SHA-256 of a file in hexadecimal, computed in a worker without loading the whole file. */
export async function hashFile(file: Blob, signal: AbortSignal): Promise<string> {
  const thread = hashThread()
  const stopped = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  )
  try {
    const reply = replyOf(thread)
    send(thread, { kind: 'file', file })
    return await Promise.race([reply, stopped])
  } finally {
    thread.terminate()
  }
}

export function runningHash(): RunningHash {
  const thread = hashThread()
  return {
    update: (chunk) => send(thread, { kind: 'chunk', chunk }),
    restart: () => send(thread, { kind: 'restart' }),
    async digest() {
      const reply = replyOf(thread)
      send(thread, { kind: 'digest' })
      return reply
    },
    drop: () => thread.terminate(),
  }
}
