import type { FastifyInstance } from 'fastify'
import type { Milliseconds } from '#shared/units.ts'

/** Running requests may finish within this time; then uploads are cut, and what they have sent is kept. */
const FINISH_MS: Milliseconds = 1500
/** After this, only slow downloads and dead connections remain: clients can resume both elsewhere. */
const LAST_MS: Milliseconds = 4000
/** Hashing a large file is abandoned after this; it resumes when its owner asks. */
const GIVE_UP_MS: Milliseconds = 7000

/**
 * Stops accepting requests and waits a limited time for the running ones. `cutUploads` resolves when every received
 * byte is stored.
 */
export async function closeServer(server: FastifyInstance, cutUploads: () => Promise<void>): Promise<void> {
  let cutting: Promise<void> | undefined
  const { promise: late, resolve: giveUp } = Promise.withResolvers<void>()
  const end = setTimeout(giveUp, GIVE_UP_MS)
  const cut = setTimeout(() => (cutting = cutUploads()), FINISH_MS)
  const last = setTimeout(() => {
    server.server.closeAllConnections()
    // A worker process serves no pages and no sockets.
    if (server.hasDecorator('websocketServer')) for (const socket of server.websocketServer.clients) socket.terminate()
  }, LAST_MS)
  try {
    await server.close()
    await Promise.race([cutting, late])
  } finally {
    clearTimeout(cut)
    clearTimeout(last)
    clearTimeout(end)
  }
}
