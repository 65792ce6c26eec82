import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { countTry } from '#server/auth/limits/limits.ts'
import { productVersion } from '#server/product-version.ts'
import type { UserScope } from '#server/scope.ts'
import { Refusal } from '#shared/errors.ts'
import { HOUR_MS } from '#shared/units.ts'
import { demandFresh } from './demand-fresh.ts'
import { moment, ownData, type OwnThing } from './own-data.ts'

/** It reads through everything that was ever written here. */
const LIMIT = { max: 10, windowMs: HOUR_MS } as const

/**
 * What is kept of somebody, to take away; docs/formats/own-data.md has its shape. What only they can have written
 * (notes, drafts, decisions, messages, files) is in it wherever it stands, also in projects they have left: it is their
 * own. What members of a project rewrite together (tasks, changelogs, labels), and the names of it and of its tracks,
 * are there only while they may open it; what others wrote never is. As the list of sessions, which is in it, it asks
 * for a session that is fresh.
 */
export async function sendOwnData(scope: UserScope, reply: FastifyReply): Promise<void> {
  const { db, actor, now } = scope
  demandFresh(scope)
  const { allowed, retryAfterSeconds } = await countTry(db, `own-data:${actor.userId}`, LIMIT, now())
  if (!allowed)
    throw new Refusal(
      429,
      'account.data_often',
      'You have downloaded your data several times within an hour. Wait a while.',
      { retryAfterSeconds },
    )
  const day = moment(now()).slice(0, 10)
  reply
    .header('content-disposition', `attachment; filename="roughmix-my-data-${day}.json"`)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
  await reply.send(Readable.from(written(scope)))
}

/** Part by part while it is read; indented, for people. */
async function* written(scope: UserScope): AsyncGenerator<string> {
  yield (
    `{\n  "format": "roughmix-own-data",\n  "version": 1,\n  "madeAt": "${moment(scope.now())}",\n` +
    `  "madeBy": ${JSON.stringify(`Roughmix ${productVersion()}`)}`
  )
  for (const { name, read } of (await ownData.ask()).flat()) {
    yield `,\n  ${JSON.stringify(name)}: `
    const found = read(scope)
    if (Symbol.asyncIterator in found) yield* list(found)
    else yield indented(await found, 2)
  }
  yield '\n}\n'
}

async function* list(pages: AsyncIterable<readonly OwnThing[]>): AsyncGenerator<string> {
  let before = '['
  for await (const page of pages) {
    yield before + page.map((thing) => `\n    ${indented(thing, 4)}`).join(',')
    before = ','
  }
  yield before === '[' ? '[]' : '\n  ]'
}

/** Line breaks of the texts themselves are written as \n: those in the answer are all of the layout. */
function indented(value: OwnThing | readonly OwnThing[], columns: number): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(columns)}`)
}
