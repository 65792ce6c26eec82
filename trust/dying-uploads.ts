import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { DiskStorage } from '#server/storage/disk.storage.ts'
import type { Storage } from '#server/storage/storage.ts'
import { newId } from '#server/ids.ts'
import { TUS } from './line.ts'
import { uploadMetadata } from './resumed-upload.ts'
import { transferRig, type TransferRig } from '#features/transfers/server/transfers.rig.ts'

const SIZE_BYTES = 300_000
const HEADERS = { ...TUS, 'x-person': 'ed' }

type Step =
  | { readonly kind: 'part'; readonly share: number }
  | { readonly kind: 'ask' }
  | { readonly kind: 'die'; readonly calls: number; readonly before: boolean }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('part' as const), share: fc.double({ min: 0.05, max: 1, noNaN: true }) }),
  fc.record({ kind: fc.constant('ask' as const) }),
  fc.record({ kind: fc.constant('die' as const), calls: fc.integer({ min: 1, max: 9 }), before: fc.boolean() }),
)

/**
 * Parts, offset requests and crashes in any order: a crash strikes at one of the next calls to the store, before or
 * after its effect, and then nothing works until the server restarts. In the end there is one version with these bytes.
 */
export const dyingUploads = fc.asyncProperty(
  fc.array(step, { minLength: 2, maxLength: 14 }),
  fc.boolean(),
  async (steps, claims) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'roughmix-dying-'))
    const bytes = new Uint8Array(Buffer.from(newId().repeat(SIZE_BYTES)).subarray(0, SIZE_BYTES))
    const digest = createHash('sha256').update(bytes).digest()
    const outcome = { callsLeft: Infinity, before: false, isDead: false }
    let rig: TransferRig = await start()
    async function start(): Promise<TransferRig> {
      Object.assign(outcome, { callsLeft: Infinity, isDead: false })
      return transferRig({ dataDir, isLive: true, storage: async () => mortal(await disk(dataDir), outcome) })
    }
    const ask = (
      method: string,
      path: string,
      headers: Readonly<Record<string, string>> = {},
      body?: Uint8Array<ArrayBuffer>,
    ) => fetch(rig.url + path, { method, headers: { ...HEADERS, ...headers }, ...(body && { body }) })
    const revive = async () => {
      if (!outcome.isDead) return
      await rig.stop()
      rig = await start()
      // Like a restart of the whole server on SQLite.
      await rig.services.database.db.updateTable('uploads').set({ lease_id: null, lease_until: null }).execute()
    }
    const begun = await ask('POST', '/api/projects/album/uploads', {
      'upload-length': String(SIZE_BYTES),
      'upload-metadata': uploadMetadata({ filename: 'a.wav', trackId: 'nightdrive' }),
    })
    const path = begun.headers.get('location') ?? ''
    let acknowledged = 0
    const offset = async () => {
      const answer = await ask('HEAD', path)
      if (answer.status !== 200) return undefined
      const at = Number(answer.headers.get('upload-offset'))
      if (at < acknowledged) throw new Error(`went back from ${acknowledged} to ${at}`)
      return at
    }
    const send = async (share: number) => {
      const from = await offset()
      if (from === undefined || from === SIZE_BYTES) return
      const to = Math.min(SIZE_BYTES, from + Math.ceil(share * SIZE_BYTES))
      const last = to === SIZE_BYTES && claims
      const answer = await ask(
        'PATCH',
        path,
        {
          'content-type': 'application/offset+octet-stream',
          'upload-offset': String(from),
          ...(last && { 'repr-digest': `sha-256=:${digest.toString('base64')}:` }),
        },
        bytes.subarray(from, to),
      )
      if (answer.status === 204) acknowledged = Number(answer.headers.get('upload-offset'))
      else if (!outcome.isDead) throw new Error(`a part was answered ${answer.status}`)
    }
    try {
      for (const { kind, ...how } of steps) {
        if (kind === 'part' && 'share' in how) await send(how.share)
        else if (kind === 'ask') await offset()
        else if ('calls' in how) Object.assign(outcome, { callsLeft: how.calls, before: how.before })
        await revive()
        await whole(rig, dataDir)
      }
      outcome.callsLeft = Infinity
      for (let tries = 0; (await offset()) !== SIZE_BYTES; tries++) {
        if (tries > 5) throw new Error('it comes to no end')
        await send(1)
      }
      const versions = await whole(rig, dataDir)
      if (versions.length !== 1 || versions[0] !== digest.toString('hex'))
        throw new Error(`there are ${versions.length} versions`)
      const left = readdirSync(join(dataDir, 'files', '.parts'))
      if (left.length > 0) throw new Error(`${left.length} parts were left`)
    } finally {
      await rig.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
)

/** Digests of all versions, each compared with its file. */
async function whole(rig: TransferRig, dataDir: string): Promise<readonly string[]> {
  const versions = await rig.services.database.db.selectFrom('versions').select(['sha256', 'storage_key']).execute()
  for (const { sha256, storage_key: key } of versions) {
    if (
      createHash('sha256')
        .update(readFileSync(join(dataDir, 'files', key)))
        .digest('hex') !== sha256
    )
      throw new Error(`${key} has other bytes than its row says`)
  }
  return versions.map(({ sha256 }) => sha256)
}

async function disk(dataDir: string): Promise<Storage> {
  const storage = new DiskStorage(join(dataDir, 'files'), newId)
  await storage.open({ isNew: true })
  return storage
}

/** A store that stops working for good at one of its calls. */
function mortal(storage: Storage, outcome: { callsLeft: number; readonly before: boolean; isDead: boolean }): Storage {
  const dead = () => Promise.reject(new Error('the server is dead'))
  return new Proxy(storage, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name, target)
      if (typeof method !== 'function') return method
      return async (...args: unknown[]) => {
        if (outcome.isDead) return dead()
        if (--outcome.callsLeft > 0) return Reflect.apply(method, target, args)
        if (!outcome.before) await Reflect.apply(method, target, args)
        outcome.isDead = true
        return dead()
      }
    },
  })
}
