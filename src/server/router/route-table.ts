import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Access, AnswerOf, BodyOf, Contract, ParamsOf, QueryOf, RouteSpec } from '#shared/contract.ts'
import type { ProjectScope, UserScope, VisitorScope } from '../scope.ts'

type ScopeFor<A extends Access> = A extends 'public'
  ? VisitorScope
  : A extends 'signed-in' | 'admin'
    ? UserScope
    : ProjectScope

/** A handler's argument. Raw routes write the reply themselves. */
export interface RouteContext<K extends string, R extends RouteSpec> {
  readonly scope: ScopeFor<R['access']>
  readonly params: ParamsOf<K>
  readonly query: QueryOf<R>
  readonly body: BodyOf<R>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

type SpecOf<C extends Contract, K extends keyof C> = Extract<C[K], RouteSpec>

export type Handlers<C extends Contract> = {
  readonly [K in keyof C & string]: (
    context: RouteContext<K, SpecOf<C, K>>,
  ) => Promise<SpecOf<C, K>['answer'] extends 'raw' ? void : AnswerOf<SpecOf<C, K>>>
}

/** A contract with its handlers. */
export interface ServedContract {
  readonly contract: Contract
  readonly handlers: Readonly<Record<string, (context: never) => Promise<unknown>>>
}

/** Binds handlers to a contract; a missing handler or a wrong answer type does not compile. */
export function serve<C extends Contract>(contract: C, handlers: Handlers<C>): ServedContract {
  return { contract, handlers }
}
