import type { Contract, RouteTokens } from '#shared/contract.ts'
import { tokenScopes, type OpenTo } from '#shared/token-scopes.ts'

/** What API tokens open. `key` is `METHOD /path`, `access` what its route asks for. */
export interface TokenRights {
  /** Which scopes open a route, each by itself; none for what is only for people. */
  readonly scopesFor: (key: string, access: string) => OpenTo
  /** Whether a token with these scopes opens a route at all; `limited` to some projects it opens little besides. */
  readonly opens: (scopes: OpenTo, limited: boolean, key: string, access: string) => boolean
}

const people: OpenTo = []

/** Only looks: opens to tokens nothing but the routes that read. */
const LOOKING = /\.(view|listen|download)$/

/** From what the contracts say of their routes and the features of their actions. Unknown is for people only. */
export function tokenRights(contracts: readonly Contract[], actions: Readonly<Record<string, OpenTo>>): TokenRights {
  const byRoute = new Map<string, RouteTokens>()
  for (const contract of contracts)
    for (const [key, { tokens }] of Object.entries(contract)) if (tokens !== undefined) byRoute.set(key, tokens)

  const scopesFor: TokenRights['scopesFor'] = (key, access) => {
    const named = byRoute.get(key)
    if (named !== undefined) return named === 'any' ? tokenScopes : named
    return LOOKING.test(access) && !/^(GET|HEAD|OPTIONS) /.test(key) ? people : (actions[access] ?? people)
  }
  return {
    scopesFor,
    opens: (scopes, limited, key, access) => {
      // The list of projects says only theirs, and every program needs to know where it is.
      if (limited && !key.includes('/:projectId') && byRoute.get(key) !== 'any') return false
      return scopesFor(key, access).some((scope) => scopes.includes(scope))
    },
  }
}
