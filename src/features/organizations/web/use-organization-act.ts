import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { organizationWords } from './organization-words.ts'
import { organizationKey, organizationsQuery } from './organizations.client.ts'

interface Act {
  readonly carryOut: () => Promise<unknown>
  /** Shows a toast with an undo after success. */
  readonly tell?: () => unknown
  /** The sentence for a refusal. */
  readonly failed: (reason: string) => string
}

export interface OrganizationAct {
  readonly act: (act: Act) => void
  readonly busy: boolean
}

/** Runs an action on an organization, shows the result, and refetches what it changed. */
export function useOrganizationAct(organizationId: string): OrganizationAct {
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ carryOut }: Act) => carryOut(),
    // Here and not in the options of `mutate`: the row that called may be unmounted by then.
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
 * What a user sees depends on their organizations: refetches it after joining or leaving, including the session's
 * active organization.
 */
export async function readBelongingAgain(queries: QueryClient): Promise<void> {
  await Promise.all(
    [organizationsQuery.queryKey, ['session'], ['projects']].map((queryKey) => queries.invalidateQueries({ queryKey })),
  )
}
