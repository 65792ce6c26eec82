import { startTransferSweep } from './uploads.jobs.ts'
import { transferRig } from './transfers.rig.ts'

/**
 * The rig as a process of its own, over the folder given: for what kills it, and for bench/upload.ts. Its first line is
 * its address.
 */
const rig = await transferRig({ dataDir: process.argv[2] ?? '', asEverybody: 'ed', isLive: true })
await startTransferSweep(rig.services)
process.stdout.write(`${rig.url}\n`)
