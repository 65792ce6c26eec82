import type { Contract, RouteTokens } from '#shared/contract.ts'
import { tokenScopes, type OpenTo } from '#shared/token-scopes.ts'

/** What API tokens open. `key` is `METHOD /path`, `access` the route's requirement. */
export interface TokenRights {
  /** The scopes of which each opens a route; empty for routes that require a session. */
  readonly scopesFor: (key: string, access: string) => OpenTo
  /** Whether a token with these scopes opens a route; `limited` to some projects, it opens few other routes. */
  readonly opens: (scopes: OpenTo, limited: boolean, key: string, access: string) => boolean
}

const people: OpenTo = []

/** A read-only scope: opens only routes that read. */
const LOOKING = /\.(view|listen|download)$/

/** Computed from the contracts' routes and the features' actions. Anything unknown requires a session. */
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
      // A limited token may list projects, because that list is limited too and programs need it.
      if (limited && !key.includes('/:projectId') && byRoute.get(key) !== 'any') return false
      return scopesFor(key, access).some((scope) => scopes.includes(scope))
    },
  }
}
