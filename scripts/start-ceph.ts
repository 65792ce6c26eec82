import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '#server/free-port.ts'
import { findInPath, installDebian } from './find-program.ts'
import { answers, ownProcess, until, type OwnedProcess } from './owned-process.ts'

export interface Ceph {
  readonly endpoint: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  stop(): Promise<void>
}

const run = promisify(execFile)
const PROGRAMS = ['ceph', 'monmaptool', 'ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin'] as const

/** A single-node Ceph with its S3 gateway, on loopback, in memory; all data is gone when it stops. */
export async function startCeph(): Promise<Ceph | { readonly missing: string }> {
  if (PROGRAMS.some((name) => !findInPath(name))) {
    const installed = installDebian('ceph-mon', 'ceph-osd', 'ceph-common', 'radosgw')
    if (installed !== true) return { missing: installed }
  }
  const folder = mkdtempSync(join(tmpdir(), 'roughmix-ceph-'))
  const running: OwnedProcess[] = []
  const stop = async () => {
    for (const process of running.toReversed()) await process.kill()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    return { ...(await startIn(folder, running)), stop }
  } catch (error) {
    await stop()
    return { missing: `Ceph did not start: ${error instanceof Error ? error.message : String(error)}` }
  }
}

async function startIn(folder: string, running: OwnedProcess[]): Promise<Omit<Ceph, 'stop'>> {
  const [fsid, osdId] = [randomUUID(), randomUUID()]
  const [monPort, port] = [await freePort(), await freePort()]
  const env = { ...process.env, CEPH_CONF: join(folder, 'ceph.conf') }
  const ceph = (program: (typeof PROGRAMS)[number], ...args: string[]) =>
    run(program, args, { cwd: folder, env, timeout: 60_000 })
  const daemon = async (program: (typeof PROGRAMS)[number], ...args: string[]) => {
    const started = await ownProcess({ program, args: ['-f', ...args], env, logPath: join(folder, `${program}.out`) })
    running.push(started)
    return started
  }
  writeFileSync(env.CEPH_CONF, settings({ folder, fsid, monPort, port }))
  for (const name of ['osd', 'rgw']) mkdirSync(join(folder, name))

  await ceph(
    'monmaptool',
    '--create',
    '--fsid',
    fsid,
    '--addv',
    'a',
    `v1:127.0.0.1:${monPort}/0`,
    join(folder, 'monmap'),
  )
  await ceph('ceph-mon', '--mkfs', '-i', 'a', '--monmap', join(folder, 'monmap'))
  const monitor = await daemon('ceph-mon', '-i', 'a')
  // A request before the monitor knows the cluster's name is sometimes refused, so retry. An OSD would try once and
  // exit.
  const ask = (...words: string[]) =>
    until('the monitor', () =>
      ceph('ceph', '--connect-timeout', '2', 'osd', ...words).then(
        () => true,
        (error: unknown) => (monitor.isAlive() ? false : Promise.reject(error)),
      ),
    )
  await ask('new', osdId)
  await ask('crush', 'add', 'osd.0', '1', 'host=here', 'root=default')
  await ceph('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osdId)
  await daemon('ceph-osd', '-i', '0')
  const keys = {
    accessKeyId: `TEST${randomBytes(8).toString('hex').toUpperCase()}`,
    secretAccessKey: randomBytes(20).toString('hex'),
  }
  // Also creates the pools, and waits until the OSD can hold them.
  await ceph(
    'radosgw-admin',
    'user',
    'create',
    '--uid=roughmix',
    '--display-name=Roughmix',
    `--access-key=${keys.accessKeyId}`,
    `--secret-key=${keys.secretAccessKey}`,
  )
  const gateway = await daemon('radosgw', '-n', 'client.rgw')
  const endpoint = `http://127.0.0.1:${port}`
  await until(
    'the gateway',
    async () => (await answers(endpoint)) || (!gateway.isAlive() && Promise.reject(new Error('the gateway ended'))),
  )
  return { endpoint, ...keys }
}

/** One copy of everything, no authentication between daemons, and no waiting for a quorum. */
function settings({
  folder,
  fsid,
  monPort,
  port,
}: {
  readonly folder: string
  readonly fsid: string
  readonly monPort: number
  readonly port: number
}): string {
  return `[global]
fsid = ${fsid}
mon_host = v1:127.0.0.1:${monPort}/0
public_addr = 127.0.0.1
ms_bind_msgr2 = false
ms_bind_ipv6 = false
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
mon_allow_pool_size_one = true
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 1
osd_pool_default_pgp_num = 1
osd_pool_default_pg_autoscale_mode = off
osd_crush_chooseleaf_type = 0
osd_crush_update_on_start = false
osd_class_update_on_start = false
paxos_propose_interval = 0.02
paxos_min_wait = 0.01
osd_objectstore = memstore
memstore_device_bytes = 4294967296
run_dir = ${folder}
admin_socket =
pid_file =
crash_dir = ${folder}
log_file = ${folder}/$name.log
mon_cluster_log_file = ${folder}/cluster.log
mon_data = ${folder}/mon
osd_data = ${folder}/osd
rgw_data = ${folder}/rgw
rgw_frontends = beast endpoint=127.0.0.1:${port}
rgw_thread_pool_size = 64
rgw_override_bucket_index_max_shards = 1
`
}
