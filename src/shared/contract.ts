import type * as z from 'zod'
import type { AuditKind } from './audit-kinds.ts'
import type { OpenTo } from './token-scopes.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS'

/**
 * Who may call a route. `public`: anybody; `signed-in`: any session; `admin`: an admin of the server;
 * everything else is an action of a feature's policy and belongs to a route with `:projectId`.
 */
export type Access = 'public' | 'signed-in' | 'admin' | `${string}.${string}`

/** What a share link may let its guests do; listening is what every link is for. */
export type GuestMay = 'listen' | 'comment' | 'approve' | 'download' | 'upload'

/** `any`: every token, also one that is limited to some projects. */
export type RouteTokens = OpenTo | 'any'

/**
 * What both sides must agree on about one route. The key of a contract is `METHOD /path/:param`. A route of no project
 * says which API tokens open it; one of a project is opened by those that its action names, unless it says otherwise;
 * none opens an admin’s.
 */
export type RouteSpec = RouteFacts &
  (
    | { readonly access: 'public' | 'signed-in'; readonly tokens: RouteTokens }
    | { readonly access: 'admin'; readonly tokens?: never }
    | { readonly access: `${string}.${string}`; readonly tokens?: RouteTokens }
  )

interface RouteFacts {
  /**
   * Guests may call it where their link lets them do this, within its reach; without it the route does not exist for
   * them.
   */
  readonly guests?: GuestMay
  /** The handler opens its transactions itself: it does slow work first, or writes down what it refuses. */
  readonly ownTransactions?: true
  /** Done of weight: it is written down who did it, when, from where, and to what, by the ids of the path. */
  readonly audit?: AuditKind
  /** Words and ids of the request or the answer that go along, as a role. Never what people typed, and no secrets. */
  readonly auditKeeps?: readonly string[]
  /** One line for the API page. */
  readonly summary: string
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /**
   * A body that the shape lets through, for tests that ask every route; only where one cannot be made from the shape
   * alone, as when two fields must agree.
   */
  readonly example?: unknown
  /** The JSON answered with 200, or `raw` for routes that write bytes themselves. */
  readonly answer: z.ZodType | 'raw'
}

export type Contract = Readonly<Record<`${Method} /${string}`, RouteSpec>>

/** Keeps the literal types of a contract. */
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
