import type { FastifyRequest } from 'fastify'
import type { GuestMay } from '#shared/contract.ts'
import type { Instant } from '#shared/units.ts'
import { allows, type Rights } from '#shared/roles.ts'
import { refused } from '#shared/errors.ts'
import { policyDemand } from './access-table.ts'
import type { Db } from './db/open-database.ts'
import type { Services } from './services.ts'

/**
 * Access is an argument: queries take a scope, and only this file makes one, after checking the actor's rights. The
 * private symbol prevents other code from constructing one.
 */
declare const proven: unique symbol
/**
 * Marks the fields that only `projectScope` and `guestScope` set: a scope spread with another id or role does not
 * compile.
 */
declare const granted: unique symbol

type Granted<T> = T & { readonly [granted]: true }

/** The scope of an unauthenticated visitor. `db` is the request's transaction if the request changes something. */
export interface VisitorScope extends Omit<Services, 'database'> {
  readonly [proven]: true
  readonly db: Db
  /** Runs after the request's transaction has committed; at once if there is none. */
  readonly afterCommit: (effect: () => void) => void
  readonly actor: Actor | undefined
}

export interface Actor {
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly emailVerified: boolean
  readonly isAdmin: boolean
  /** When the session was last updated; only with a session. */
  readonly sessionUpdatedAt?: Instant
  /** The session's id; only with a session. */
  readonly sessionId?: string
  /** Set for a program with an API token, which may do less than its user. */
  readonly token?: TokenReach
}

/** What an API token gives access to. */
export interface TokenReach {
  readonly tokenId: string
  readonly scopes: readonly string[]
  /** Null for all projects of its user. */
  readonly projectIds: readonly string[] | null
}

/** Authenticates API tokens. */
export interface TokenDoor {
  /** The token's user; refuses an invalid token. */
  readonly identify: (token: string) => Promise<Actor>
  /** Whether a token may use a route, `METHOD /path`. */
  readonly opens: (reach: TokenReach, key: string, access: string) => boolean
}

export interface UserScope extends VisitorScope {
  readonly actor: Actor
}

export interface ProjectScope extends UserScope, Rights {
  readonly role: Granted<Rights['role']>
  readonly projectId: Granted<string>
  /** Set for guests of a share link; openers and lists must respect it. */
  readonly share?: ShareReach
}

/** What a share link gives access to, and what it allows. */
export interface ShareReach {
  readonly shareId: string
  /** The id of the guest. */
  readonly guestId: string
  /** The guest's client address. */
  readonly askedFrom: string
  /** The link's alias for the project, whose id guests never see. */
  readonly address: string
  /** Null for all tracks. */
  readonly trackIds: readonly string[] | null
  /** The only version that it opens, if it names one. */
  readonly versionId: string | null
  /** Only the current version of each track. */
  readonly latestOnly: boolean
  readonly may: Readonly<Record<GuestMay, boolean>>
  /** Whether notes of others are visible. */
  readonly seesNotes: boolean
}

/** A guest of a share link, looked up for every request. */
export interface GuestVisit extends Rights {
  readonly actor: Actor
  readonly projectId: string
  readonly share: ShareReach
}

/** Authenticates guests of share links. */
export interface GuestDoor {
  /** Whether the request has a guest cookie that we signed; says nothing about access. */
  readonly isGuest: (request: FastifyRequest) => boolean
  /** The visit for an address, while its link works. `user` is the signed-in user, if any. */
  readonly findVisit: (
    request: FastifyRequest,
    address: string,
    user: Actor | undefined,
  ) => Promise<GuestVisit | undefined>
  /** Counts a download that has begun: of one track or, with null, of all that the link reaches. */
  readonly noteDownload: (visit: GuestVisit, trackId: string | null) => Promise<void>
}

/** Our ids contain no underscore, so no project has such an id. */
export const SHARE_ADDRESS = 's_'

export function isShareAddress(projectId: string): boolean {
  return projectId.startsWith(SHARE_ADDRESS)
}

/** What the requester calls the project, for URLs in answers. */
export function addressOf({ projectId, share }: Pick<ProjectScope, 'projectId' | 'share'>): string {
  return share?.address ?? projectId
}

/** The scope of the server's own work (jobs, sweeps): unlimited, without an actor. */
export interface ServerScope extends VisitorScope {
  readonly actor: undefined
}

/** A user's rights in a project; undefined if the project does not exist for them. */
export type FindRights = (
  scope: UserScope,
  projectId: string,
  options: { readonly inTrash: boolean },
) => Promise<Rights | undefined>

interface Ground {
  readonly services: Services
  readonly db: Db
  readonly afterCommit: (effect: () => void) => void
}

export function visitorScope({ services, db, afterCommit }: Ground, actor?: Actor): VisitorScope {
  const { database: _, ...rest } = services
  // The only cast that creates a scope.
  return { ...rest, db, afterCommit, actor } as VisitorScope
}

export function userScope(ground: Ground, actor: Actor): UserScope {
  return visitorScope(ground, actor) as UserScope
}

/** Refuses with 404 outside of one's projects, and with 403 for an action that the role does not allow. */
export async function projectScope(
  scope: UserScope,
  projectId: string,
  action: string,
  findRights: FindRights,
): Promise<ProjectScope> {
  const rights = await findRights(scope, projectId, {
    inTrash: action === 'project.restore' || action === 'project.erase',
  })
  if (!rights) throw refused.not_found()
  if (!allows(rights, policyDemand(action))) throw refused.forbidden()
  return within(scope, projectId, rights)
}

/** Limited to what the link allows. The router has checked that the route is open to guests. */
export function guestScope(ground: Ground, { actor, projectId, share, role, mayDownload }: GuestVisit): ProjectScope {
  return { ...within(userScope(ground, actor), projectId, { role, mayDownload }), share }
}

/** The only cast that creates rights in a project. */
function within(scope: UserScope, projectId: string, { role, mayDownload }: Rights): ProjectScope {
  return {
    ...scope,
    role: role as ProjectScope['role'],
    mayDownload,
    projectId: projectId as ProjectScope['projectId'],
  }
}

/** For work outside of requests. Effects wait for the transaction that `change` opens. */
export function serverScope(services: Services): ServerScope {
  return visitorScope({ services, db: services.database.db, afterCommit: (effect) => effect() }) as ServerScope
}

/** Runs several writes in one transaction outside of requests; events wake listeners only after the commit. */
export async function change<S extends VisitorScope, T>(scope: S, work: (scope: S) => Promise<T>): Promise<T> {
  const effects: (() => void)[] = []
  const result = await scope.db
    .transaction()
    .execute((db) => work({ ...scope, db, afterCommit: (effect: () => void) => void effects.push(effect) }))
  for (const effect of effects) effect()
  return result
}
