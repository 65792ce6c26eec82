import type { FastifyInstance } from 'fastify'
import type { Milliseconds } from '#shared/units.ts'

/**
 * Requests under way may end by themselves for this long; then arriving parts are cut off, which keeps what came of
 * them.
 */
const FINISH_MS: Milliseconds = 1500
/** After this, what still runs is a slow download or a dead connection: both can go on elsewhere. */
const LAST_MS: Milliseconds = 4000
/** A large file that is being hashed is given up after this; it is taken up again when its owner asks. */
const GIVE_UP_MS: Milliseconds = 7000

/**
 * Takes no more requests and waits for those there are, but not for ever. `cutUploads` resolves when every byte that
 * came is safe.
 */
export async function closeServer(server: FastifyInstance, cutUploads: () => Promise<void>): Promise<void> {
  let cutting: Promise<void> | undefined
  const { promise: late, resolve: giveUp } = Promise.withResolvers<void>()
  const end = setTimeout(giveUp, GIVE_UP_MS)
  const cut = setTimeout(() => (cutting = cutUploads()), FINISH_MS)
  const last = setTimeout(() => {
    server.server.closeAllConnections()
    // A worker has no pages and no sockets.
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
