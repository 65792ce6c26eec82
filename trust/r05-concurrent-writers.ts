import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { projectRoutes } from '#features/projects/projects.contract.ts'
import { inspectDisk } from './inspect-disk.ts'
import { Line, read, TUS } from './line.ts'
import { makeSong } from './make-song.ts'
import { measure } from './measure.ts'
import { TrustPerson } from './person.ts'
import { pause, startServer } from './start-server.ts'

const ACCEPTANCES = 20

void measure('r05', async ({ chance, short, folder, afterwards }) => {
  const dataDir = join(folder, 'data')
  const server = await startServer({ dataDir })
  afterwards(() => server.kill('group'))
  const [olga, ed] = [
    await TrustPerson.signUp(() => server.url, 'olga'),
    await TrustPerson.signUp(() => server.url, 'ed'),
  ]
  const rounds = short ? 1 : 20
  const wrong: string[] = []
  let [versions, taken, refused, members] = [0, 0, 0, 0]
  for (let round = 0; round < rounds; round++) {
    const projectId = await olga.addProject(`Low Tide ${round}`)

    // One invite, accepted twenty times at once.
    const invite = read(
      projectRoutes['POST /api/projects/:projectId/invites'].answer,
      await olga.line.json('POST', `/api/projects/${projectId}/invites`, { role: 'editor' }),
    )
    const accepted = await Promise.all(
      Array.from({ length: ACCEPTANCES }, () => ed.line.json('POST', `/api/invite/${invite.id}/accept`)),
    )
    if (accepted.some(({ status }) => status !== 200))
      wrong.push(`acceptances were answered ${accepted.map(({ status }) => status).join(' ')}`)
    const joined = (await olga.project(projectId)).members.filter(({ person }) => person.id === ed.userId).length
    if (joined !== 1) wrong.push(`one invite accepted ${ACCEPTANCES} times made ${joined} members`)
    const used = read(
      projectRoutes['GET /api/projects/:projectId/invites'].answer,
      await olga.line.json('GET', `/api/projects/${projectId}/invites`),
    ).items.find(({ id }) => id === invite.id)?.uses
    if (used !== 1) wrong.push(`the invite counts ${used} uses`)
    members += joined

    // Two users upload a version of one track at once.
    const trackId = await olga.addTrack(projectId, 'Kiln')
    const songs = [makeSong(chance, 'olga.wav', 1), makeSong(chance, 'ed.wav', 1)] as const
    const ids = await Promise.all([
      olga.upload(chance, projectId, songs[0], { trackId }),
      ed.upload(chance, projectId, songs[1], { trackId }),
    ])
    const made = (await olga.project(projectId)).trackVersions.filter((version) => version.trackId === trackId)
    versions += made.length
    if (made.length !== 2 || made.map(({ number }) => number).join() !== '2,1')
      wrong.push(`two uploads at once made versions ${made.map(({ number }) => number).join()}`)
    for (const [i, id] of ids.entries()) {
      const { body } = await olga.line.ask('GET', `/api/projects/${projectId}/tracks/${trackId}/download?version=${id}`)
      if (createHash('sha256').update(body).digest('hex') !== songs[i]?.sha256)
        wrong.push(`version ${id} has other bytes than were sent`)
    }

    // Two parts at the same offset at once, as from two tabs; sent slowly in pieces.
    const song = makeSong(chance, 'twice.wav', 3)
    const upload = await olga.begin(chance, projectId, song, { trackId })
    const twice = await Promise.all(
      [0, 1].map(async (tab) => {
        const line = await olga.alsoOn(new Line(() => server.url))
        if (tab === 1) await pause(chance.between(0, 60))
        return line.ask('PATCH', upload.url, {
          headers: { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
          body: song.bytes.subarray(0, 400_000),
          slowly: { pieceBytes: 40_000, restMs: 10 },
        })
      }),
    )
    const [accepts, refusals] = [
      twice.filter(({ status }) => status === 204),
      twice.filter(({ status }) => status === 409 || status === 423),
    ]
    taken += accepts.length
    refused += refusals.length
    if (accepts.length !== 1 || refusals.length !== 1)
      wrong.push(`two parts for one place were answered ${twice.map(({ status }) => status).join(' and ')}`)
    while (!upload.version) await upload.goOn({ patiently: true })
    await olga.allReady(projectId)
  }
  await server.stop()
  wrong.push(...inspectDisk(dataDir).filter((line) => !/is there with no|left open/.test(line)))
  return {
    figure:
      `${rounds} rounds: ${versions} versions of ${rounds * 2} uploads in pairs, of ${rounds} pairs of parts ` +
      `${taken} taken and ${refused} refused, ${members} members of ${rounds * ACCEPTANCES} acceptances`,
    wrong,
  }
})
