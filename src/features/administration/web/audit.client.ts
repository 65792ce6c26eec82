import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { auditRoutes } from '#features/administration/audit.contract.ts'
import type { Milliseconds } from '#shared/units.ts'
import { client } from '#web/api/api-client.ts'

const auditApi = client<typeof auditRoutes>()

const DAY_MS: Milliseconds = 24 * 3600_000
/** How far back to look; null for everything. */
const auditSpans = { all: null, week: 7 * DAY_MS, day: DAY_MS } as const

export interface AuditAsked {
  /** Undefined for the whole server's log. */
  readonly organizationId?: string | undefined
  /** The first part of a kind. */
  readonly topic?: string | undefined
  readonly person?: { readonly id: string; readonly name: string } | undefined
  readonly span: keyof typeof auditSpans
}

/** Converts to the route's parameters. Rounded to minutes, so that the query key stays the same. */
export function auditFilter({ topic, person, span }: AuditAsked): {
  readonly topic?: string
  readonly personId?: string
  readonly from?: number
} {
  const back = auditSpans[span]
  return {
    ...(topic !== undefined && { topic }),
    ...(person && { personId: person.id }),
    ...(back !== null && { from: Math.floor((Date.now() - back) / 60_000) * 60_000 }),
  }
}

export const auditQuery = (asked: AuditAsked) =>
  infiniteQueryOptions({
    queryKey: ['audit', asked.organizationId ?? 'server', asked.topic, asked.person?.id, asked.span],
    queryFn: ({ signal, pageParam }: { signal: AbortSignal; pageParam: string | undefined }) => {
      const query = { ...auditFilter(asked), cursor: pageParam }
      const { organizationId } = asked
      return organizationId === undefined
        ? auditApi('GET /api/admin/audit', { query, signal })
        : auditApi('GET /api/organizations/:organizationId/audit', { params: { organizationId }, query, signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    meta: { private: true },
  })
