import type * as z from 'zod'
import type { AuditKind } from './audit-kinds.ts'
import type { OpenTo } from './token-scopes.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS'

/**
 * Who may call a route. `public`: anybody; `signed-in`: any session; `admin`: an admin of the server; anything else is
 * an action of a feature's policy, for a route with `:projectId`.
 */
export type Access = 'public' | 'signed-in' | 'admin' | `${string}.${string}`

/**
 * What a share link allows its guests; every link allows listening. `original`: downloads of the file itself and of
 * lossless formats, not only MP3.
 */
export type GuestMay = 'listen' | 'comment' | 'approve' | 'download' | 'original' | 'upload' | 'files'

/** `any`: every token, also one that is limited to some projects. */
export type RouteTokens = OpenTo | 'any'

/**
 * The facts about one route that both sides share. The key in a contract is `METHOD /path/:param`. A route outside of
 * projects names the API token scopes that open it; a project route uses those of its action unless it names others;
 * none opens an admin’s.
 */
export type RouteSpec = RouteFacts &
  (
    | { readonly access: 'public' | 'signed-in'; readonly tokens: RouteTokens }
    | { readonly access: 'admin'; readonly tokens?: never }
    | { readonly access: `${string}.${string}`; readonly tokens?: RouteTokens }
  )

interface RouteFacts {
  /** Guests may call it if their link allows this, within its reach; without it the route does not exist for them. */
  readonly guests?: GuestMay
  /** The handler opens its own transactions: it does slow work first, or also records what it refuses. */
  readonly ownTransactions?: true
  /** Calls are audited: who, when, from where, and the ids in the path. */
  readonly audit?: AuditKind
  /** Fields of the request or the answer to include, such as a role. Never what users typed, and no secrets. */
  readonly auditKeeps?: readonly string[]
  /** One line for the API page. */
  readonly summary: string
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /**
   * A valid body for tests of all routes; needed only if the shape alone does not determine one, for example if two
   * fields must agree.
   */
  readonly example?: unknown
  /** The shape of the JSON answered with 200, or `raw` for routes that write bytes themselves. */
  readonly answer: z.ZodType | 'raw'
}

export type Contract = Readonly<Record<`${Method} /${string}`, RouteSpec>>

/** Preserves the literal types of a contract. */
export function contract<const T extends Contract>(routes: T): T {
  return routes
}

type ParamNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : P extends `${string}:${infer Name}`
    ? Name
    : never

/** The path parameters of `METHOD /a/:b/c/:d`. */
export type ParamsOf<K extends string> = { readonly [Name in ParamNames<K>]: string }
export type QueryOf<R extends RouteSpec> = R['query'] extends z.ZodType ? z.output<R['query']> : Record<never, never>
export type QueryInputOf<R extends RouteSpec> = R['query'] extends z.ZodType
  ? z.input<R['query']>
  : Record<never, never>
export type BodyOf<R extends RouteSpec> = R['body'] extends z.ZodType ? z.output<R['body']> : undefined
export type BodyInputOf<R extends RouteSpec> = R['body'] extends z.ZodType ? z.input<R['body']> : undefined
export type AnswerOf<R extends RouteSpec> = R['answer'] extends z.ZodType ? z.output<R['answer']> : undefined
