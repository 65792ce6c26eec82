import { accountRoutes } from '#features/account/account.contract.ts'
import { projectRoutes } from '#features/projects/projects.contract.ts'
import { trackRoutes } from '#features/tracks/tracks.contract.ts'
import type { Chance } from './chance.ts'
import { Line, read, TUS } from './line.ts'
import type { TrustSong } from './make-song.ts'
import { ResumedUpload, uploadMetadata } from './resumed-upload.ts'
import { pause } from './start-server.ts'

/** The sign-in data of a user with that name. */
export function credentials(name: string): { readonly email: string; readonly password: string } {
  return { email: `${name.split(' ', 1)[0]?.toLowerCase()}@example.com`, password: 'correct horse battery' }
}

/** Somebody with an account on a server. */
export class TrustPerson {
  readonly line: Line
  readonly name: string
  readonly userId: string

  private constructor(line: Line, name: string, userId: string) {
    this.line = line
    this.name = name
    this.userId = userId
  }

  static async signUp(server: () => string, name: string): Promise<TrustPerson> {
    const line = new Line(server)
    const answered = await line.json('POST', '/api/auth/sign-up/email', { name, ...credentials(name) })
    if (answered.status !== 200) throw new Error(`sign-up answered ${answered.status}: ${answered.body.toString()}`)
    return new TrustPerson(
      line,
      name,
      read(accountRoutes['GET /api/users/me'].answer, await line.json('GET', '/api/users/me')).id,
    )
  }

  /** The same user over another connection, like another tab. */
  async alsoOn(line: Line): Promise<Line> {
    const answered = await line.json('POST', '/api/auth/sign-in/email', credentials(this.name))
    if (answered.status !== 200) throw new Error(`sign-in answered ${answered.status}`)
    return line
  }

  async addProject(name = 'Low Tide'): Promise<string> {
    return read(projectRoutes['POST /api/projects'].answer, await this.line.json('POST', '/api/projects', { name })).id
  }

  async addTrack(projectId: string, title: string): Promise<string> {
    return read(
      trackRoutes['POST /api/projects/:projectId/tracks'].answer,
      await this.line.json('POST', `/api/projects/${projectId}/tracks`, { title }),
    ).id
  }

  /** Adds another user to a project. */
  async invite(projectId: string, other: TrustPerson, role = 'editor'): Promise<void> {
    const invite = read(
      projectRoutes['POST /api/projects/:projectId/invites'].answer,
      await this.line.json('POST', `/api/projects/${projectId}/invites`, { role }),
    )
    read(
      projectRoutes['POST /api/invite/:inviteId/accept'].answer,
      await other.line.json('POST', `/api/invite/${invite.id}/accept`),
    )
  }

  begin(
    chance: Chance,
    projectId: string,
    song: TrustSong,
    to: { readonly trackId?: string; readonly trackTitle?: string },
  ): Promise<ResumedUpload> {
    return ResumedUpload.begin(
      { line: this.line, chance, wrote: () => undefined, onMoment: () => undefined },
      { projectId, song, ...to },
    )
  }

  /** Uploads a whole file in parts; returns its version's id. */
  async upload(
    chance: Chance,
    projectId: string,
    song: TrustSong,
    to: { readonly trackId?: string; readonly trackTitle?: string },
  ): Promise<string> {
    const upload = await this.begin(chance, projectId, song, to)
    while (!upload.version) await upload.goOn({ patiently: true })
    return upload.version
  }

  /** Uploads a whole file in one request: as a new track with that title, or as the next version of a track. */
  async send(
    projectId: string,
    { bytes, fileName }: Pick<TrustSong, 'bytes' | 'fileName'>,
    to: string | { readonly trackId: string; readonly changelog?: string },
  ): Promise<{ readonly versionId: string; readonly trackId: string }> {
    const answer = await this.line.ask('POST', `/api/projects/${projectId}/uploads`, {
      headers: {
        ...TUS,
        'content-type': 'application/offset+octet-stream',
        'upload-length': String(bytes.byteLength),
        'upload-metadata': uploadMetadata({
          filename: fileName,
          ...(typeof to === 'string' ? { trackTitle: to } : to),
        }),
      },
      body: bytes,
    })
    const { 'roughmix-version-id': versionId, 'roughmix-track-id': trackId } = answer.headers
    if (typeof versionId !== 'string' || typeof trackId !== 'string')
      throw new Error(`a song was answered ${answer.status}`)
    return { versionId, trackId }
  }

  async project(projectId: string) {
    return read(
      trackRoutes['GET /api/projects/:projectId'].answer,
      await this.line.json('GET', `/api/projects/${projectId}`),
    )
  }

  /** Waits until nothing in a project is being analysed. */
  async allReady(projectId: string): Promise<void> {
    while ((await this.project(projectId)).trackVersions.some(({ state }) => state === 'checking')) await pause(100)
  }
}
