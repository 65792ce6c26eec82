import type { LivePerson, Session, SessionAct, Transport } from '#shared/live-people.ts'
import type { Instant, Milliseconds } from '#shared/units.ts'
import type { SessionNews } from './live-news.ts'

/** A session with state that only the server needs. */
export interface SessionState {
  readonly session: Session
  /** Connections with their owners, in order of arrival. */
  readonly seats: readonly Seat[]
  readonly startedAt: Instant
}

interface Seat {
  readonly connection: string
  readonly person: LivePerson
  /** When the connection was lost; the seat is kept for a while. */
  readonly lostAt?: Instant
}

/** How long a disconnected leader keeps the lead. */
export const KEPT_SEAT_MS: Milliseconds = 10_000
/** A client clock that is off by more than this is ignored. */
const TRUSTED_MS: Milliseconds = 5_000

/** The session's next state; undefined once it is empty. Unchanged if the person may not do that. */
export function afterNews(state: SessionState | undefined, news: SessionNews): SessionState | undefined {
  const { act, person, connection } = news
  if (act.kind === 'join') return sit(state ?? start(news, act), { connection, person }, news.at)
  const seat = state?.seats.find((one) => one.connection === connection)
  if (!state || !seat) return state
  switch (act.kind) {
    case 'leave':
      return withSeats(
        state,
        state.seats.filter((one) => one !== seat),
        news.at,
      )
    case 'drop':
      return { ...state, seats: state.seats.map((one) => (one === seat ? { ...one, lostAt: news.at } : one)) }
    case 'move':
      return mayControl(state.session, person.id)
        ? {
            ...state,
            session: {
              ...state.session,
              transport: trusted(act.transport, news.at),
              sourceId: person.id,
              turn: state.session.turn + 1,
            },
          }
        : state
    case 'lead': {
      const isThere = act.leaderId === null || state.seats.some((one) => one.person.id === act.leaderId)
      return mayControl(state.session, person.id) && isThere
        ? { ...state, session: { ...state.session, leaderId: act.leaderId } }
        : state
    }
  }
}

/** A process died: everybody connected to it is disconnected. */
export function afterGone(session: SessionState, process: string, now: Instant): SessionState {
  const isLost = ({ connection, lostAt }: Seat) => lostAt === undefined && connection.startsWith(`${process}.`)
  return session.seats.some(isLost)
    ? { ...session, seats: session.seats.map((seat) => (isLost(seat) ? { ...seat, lostAt: now } : seat)) }
    : session
}

/** Frees the seats of those who did not reconnect, and stops waiting for a leader who never joined. */
export function afterWaiting(session: SessionState, now: Instant): SessionState | undefined {
  return withSeats(
    session,
    session.seats.filter(({ lostAt }) => lostAt === undefined || now - lostAt < KEPT_SEAT_MS),
    now,
  )
}

export function waitsForSomebody({ seats, session }: SessionState): boolean {
  return seats.some(({ lostAt }) => lostAt !== undefined) || !isLed(session)
}

function isLed({ leaderId, people }: Session): boolean {
  return leaderId === null || people.some(({ id }) => id === leaderId)
}

export function mayControl({ leaderId }: Pick<Session, 'leaderId'>, personId: string): boolean {
  return leaderId === null || leaderId === personId
}

function start(
  { trackId, person, at }: SessionNews,
  { transport, leaderId }: Extract<SessionAct, { kind: 'join' }>,
): SessionState {
  return {
    seats: [],
    startedAt: at,
    session: { trackId, leaderId, people: [], transport: trusted(transport, at), sourceId: person.id, turn: 0 },
  }
}

/** A person who reconnects takes their old seat; one connected from another page keeps both. */
function sit(session: SessionState, seat: Seat, now: Instant): SessionState {
  const isBack = (one: Seat) =>
    one.connection === seat.connection || (one.person.id === seat.person.id && one.lostAt !== undefined)
  const index = session.seats.findIndex(isBack)
  const others = session.seats.filter((one) => !isBack(one))
  const at = index < 0 ? others.length : index
  return withPeople(session, [...others.slice(0, at), seat, ...others.slice(at)], now)
}

function withSeats(session: SessionState, seats: readonly Seat[], now: Instant): SessionState | undefined {
  if (seats.length === 0) return undefined
  return seats.length === session.seats.length && isLed(session.session) ? session : withPeople(session, seats, now)
}

/** If the leader has left, the person who has been there longest leads. */
function withPeople(state: SessionState, seats: readonly Seat[], now: Instant): SessionState {
  const { session, startedAt } = state
  const people = [...new Map(seats.map(({ person }) => [person.id, person])).values()]
  const isHere = (id: string | null) => people.some((person) => person.id === id)
  // A session that survives a server restart may start without its leader.
  const maySitEmpty = !isLed(session) && now - startedAt < KEPT_SEAT_MS
  const leaderId =
    session.leaderId === null || isHere(session.leaderId) || maySitEmpty ? session.leaderId : (people[0]?.id ?? null)
  return {
    ...state,
    seats,
    session: { ...session, people, leaderId, sourceId: isHere(session.sourceId) ? session.sourceId : null },
  }
}

function trusted(transport: Transport, now: Instant): Transport {
  return Math.abs(transport.at - now) <= TRUSTED_MS ? transport : { ...transport, at: now }
}
