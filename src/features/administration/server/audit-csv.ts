import { COMMAND_LINE } from '#shared/audit-kinds.ts'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { UserScope } from '#server/scope.ts'
import type { AuditEntry } from '../audit.contract.ts'
import { listAudit, type AuditFilter } from './audit.queries.ts'

const HEAD = [
  'at',
  'kind',
  'actor id',
  'actor',
  'subject id',
  'subject',
  'address',
  'project id',
  'project',
  'organization id',
  'organization',
  'details',
]

/** Sent in pages, so that years of entries are never in memory together. */
export async function sendAuditCsv(scope: UserScope, filter: AuditFilter, reply: FastifyReply): Promise<void> {
  const day = new Date(scope.now()).toISOString().slice(0, 10)
  reply
    .header('content-disposition', `attachment; filename="audit-${day}.csv"`)
    .header('cache-control', 'no-store')
    .type('text/csv; charset=utf-8')
  await reply.send(Readable.from(lines(scope, filter)))
}

async function* lines(scope: UserScope, filter: AuditFilter): AsyncGenerator<string> {
  yield csvLine(HEAD)
  for (let cursor: string | undefined; ;) {
    const { items, nextCursor } = await listAudit(scope, { ...filter, cursor, limit: 200 })
    for (const entry of items) yield csvLine(cellsOf(entry))
    if (nextCursor === null) return
    cursor = nextCursor
  }
}

function cellsOf({ at, kind, actor, subject, address, project, organization, refs }: AuditEntry): readonly string[] {
  const details = Object.entries(refs)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')
  return [
    new Date(at).toISOString(),
    kind,
    actor?.id ?? '',
    actor?.name ?? (refs['by'] === COMMAND_LINE ? 'command line' : ''),
    subject?.id ?? '',
    subject?.name ?? '',
    address ?? '',
    ...[project, organization].flatMap((one) => [one?.id ?? '', one?.name ?? '']),
    details,
  ]
}

/** A spreadsheet would run a name that starts like a formula, so it is escaped. */
function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${cell.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`).join(',')}\r\n`
}
