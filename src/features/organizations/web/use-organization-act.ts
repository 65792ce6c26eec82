import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { organizationWords } from './organization-words.ts'
import { organizationKey, organizationsQuery } from './organizations.client.ts'

interface Act {
  readonly carryOut: () => Promise<unknown>
  /** Says that it was done, and offers the way back. */
  readonly tell?: () => unknown
  /** The sentence for a refusal. */
  readonly failed: (reason: string) => string
}

export interface OrganizationAct {
  readonly act: (act: Act) => void
  readonly busy: boolean
}

/** Does something with an organization, tells it, and reads again what it changed. */
export function useOrganizationAct(organizationId: string): OrganizationAct {
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ carryOut }: Act) => carryOut(),
    // Told here and not beside `mutate`: by then the row that asked may be gone.
    onSuccess: (_, { tell }) => tell?.(),
    onError: (error, { failed }) => toast({ tone: 'error', text: failed(organizationWords(error)) }),
    onSettled: () => readOrganizationAgain(queries, organizationId),
  })
  return { act: mutate, busy: isPending }
}

export async function readOrganizationAgain(queries: QueryClient, organizationId: string): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: organizationsQuery.queryKey }),
    queries.invalidateQueries({ queryKey: organizationKey(organizationId) }),
  ])
}

/**
 * What one sees depends on where one belongs: after coming or going that is read again, the session's active
 * organization too.
 */
export async function readBelongingAgain(queries: QueryClient): Promise<void> {
  await Promise.all(
    [organizationsQuery.queryKey, ['session'], ['projects']].map((queryKey) => queries.invalidateQueries({ queryKey })),
  )
}
