import type { Method } from '#shared/contract.ts'
import type { Answer, Asking, PersonName, World } from './world.ts'

/** A browser without an account, or signed in, that opens share links. Stores its cookie. */
export class GuestBrowser {
  readonly #world: World
  readonly #person: PersonName | 'visitor'
  /** The project id in the API of the link opened last. */
  address = ''
  cookie = ''

  constructor(world: World, person: PersonName | 'visitor' = 'visitor') {
    this.#world = world
    this.#person = person
  }

  /** Opens a link by its full URL. Returns what is behind it. */
  async open(url: string, password?: string): Promise<Answer> {
    const token = url.split('/s/')[1] ?? ''
    const answer = await this.ask('POST /api/share/:token', {
      params: { token },
      body: { ...(password !== undefined && { password }) },
    })
    const given = answer.headers['set-cookie']
    if (typeof given === 'string') this.cookie = given.split(';')[0] ?? ''
    if (answer.body?.state === 'open') this.address = answer.body.projectId
    return answer
  }

  /** Calls a route of the link's project. */
  ask(key: `${Method} /${string}`, { params, headers, ...asking }: Asking = {}): Promise<Answer> {
    return this.#world.as(this.#person, key, {
      ...asking,
      params: { projectId: this.address, ...params },
      headers: { ...(this.cookie && { cookie: this.cookie }), ...headers },
    })
  }

  say(name: string): Promise<Answer> {
    return this.ask('PUT /api/projects/:projectId/guest', { body: { name } })
  }
}
