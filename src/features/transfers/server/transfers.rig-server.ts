import { startTransferSweep } from './uploads.jobs.ts'
import { transferRig } from './transfers.rig.ts'

/**
 * The rig as a separate process with the given data folder, for tests that kill it and for bench/upload.ts. Its first
 * line of output is its URL.
 */
const rig = await transferRig({ dataDir: process.argv[2] ?? '', asEverybody: 'ed', isLive: true })
await startTransferSweep(rig.services)
process.stdout.write(`${rig.url}\n`)
