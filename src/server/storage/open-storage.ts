import { join } from 'node:path'
import { S3Client } from '@aws-sdk/client-s3'
import type { Config } from '../config.ts'
import { FreeSpaceGate, diskSpace, type Reserve } from './free-space-gate.ts'
import { DiskStorage } from './disk.storage.ts'
import { S3Storage } from './s3.storage.ts'
import { orStorageAway } from './s3-errors.ts'
import { presigner, type Presign } from './presigned-get.ts'
import type { Storage } from './storage.ts'

type StorageConfig = Pick<
  Config,
  | 'DATA_DIR'
  | 'ACCEL_REDIRECT'
  | 'S3_BUCKET'
  | 'S3_ENDPOINT'
  | 'S3_PUBLIC_ENDPOINT'
  | 'S3_REGION'
  | 'S3_ACCESS_KEY_ID'
  | 'S3_SECRET_ACCESS_KEY'
> &
  Reserve

/**
 * Opens the configured store. `isNew` means that no file was ever stored (no row names one): otherwise a folder without
 * its marker is an unmounted volume, and VolumeMissing is thrown.
 */
export async function openStorage({
  config,
  workshop,
  newId,
  isNew,
  onBroken,
}: {
  config: StorageConfig
  workshop: string
  newId: () => string
  isNew: boolean
  onBroken?: (error: unknown) => void
}): Promise<Storage> {
  if (config.S3_BUCKET)
    return new S3Storage({
      client: s3Client(config),
      bucket: config.S3_BUCKET,
      workshop,
      newId,
      presign: presignerOf(config),
    })
  const root = join(config.DATA_DIR, 'files')
  const storage = new DiskStorage(root, newId, {
    onBroken,
    room: new FreeSpaceGate(config, () => diskSpace(root)),
    proxyFolder: config.ACCEL_REDIRECT,
  })
  await storage.open({ isNew })
  return storage
}

function presignerOf({
  S3_PUBLIC_ENDPOINT: endpoint,
  S3_BUCKET: bucket,
  S3_REGION: region,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
}: StorageConfig): Presign | undefined {
  return endpoint && bucket && accessKeyId && secretAccessKey
    ? presigner({ endpoint, bucket, region, accessKeyId, secretAccessKey, now: Date.now })
    : undefined
}

export function s3Client({
  S3_ENDPOINT: endpoint,
  S3_REGION: region,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
}: Omit<StorageConfig, keyof Reserve | 'DATA_DIR' | 'ACCEL_REDIRECT' | 'S3_BUCKET' | 'S3_PUBLIC_ENDPOINT'>): S3Client {
  const client = new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
    // By default the SDK sends checksums that Ceph and others refuse.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Each slow reader holds a socket: with the client’s default limit of 50, other requests could not reach the store.
    requestHandler: {
      connectionTimeout: 5000,
      socketTimeout: 60_000,
      httpAgent: { maxSockets: Infinity },
      httpsAgent: { maxSockets: Infinity },
    },
  })
  // Outermost: after the client's own retries.
  client.middlewareStack.add((next) => (args) => next(args).catch(orStorageAway), {
    step: 'initialize',
    priority: 'high',
    name: 'storageAway',
  })
  return client
}
