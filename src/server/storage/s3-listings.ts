import { ListMultipartUploadsCommand, ListObjectsV2Command, ListPartsCommand, type S3Client } from '@aws-sdk/client-s3'
import type { Instant } from '#shared/units.ts'
import type { BlobEntry } from './storage.ts'

export interface PartFacts {
  readonly number: number
  readonly sizeBytes: number
  readonly etag: string | undefined
}

export interface MultipartFacts {
  readonly key: string
  readonly uploadId: string
  readonly startedAt: Instant
}

/** Objects with this key prefix, page by page. */
export async function* listObjects(client: S3Client, bucket: string, prefix: string): AsyncGenerator<BlobEntry> {
  for (let token: string | undefined; ;) {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token }),
    )
    for (const { Key, Size, LastModified } of page.Contents ?? [])
      if (Key) yield { key: Key, sizeBytes: Size ?? 0, modifiedAt: LastModified?.getTime() ?? 0 }
    token = page.NextContinuationToken
    if (!page.IsTruncated || !token) return
  }
}

/** Parts of a multipart upload with a number above `after`, in order. */
export async function* listParts(
  client: S3Client,
  { bucket, key, uploadId, after }: { bucket: string; key: string; uploadId: string; after: number },
): AsyncGenerator<PartFacts> {
  for (let marker = String(after); ;) {
    const page = await client.send(
      new ListPartsCommand({ Bucket: bucket, Key: key, UploadId: uploadId, PartNumberMarker: marker }),
    )
    for (const { PartNumber, Size, ETag } of page.Parts ?? [])
      if (PartNumber) yield { number: PartNumber, sizeBytes: Size ?? 0, etag: ETag }
    if (!page.IsTruncated || !page.NextPartNumberMarker) return
    marker = page.NextPartNumberMarker
  }
}

/** Multipart uploads that were neither completed nor aborted. */
export async function* listMultiparts(client: S3Client, bucket: string): AsyncGenerator<MultipartFacts> {
  for (let markers: { KeyMarker?: string; UploadIdMarker?: string } = {}; ;) {
    const page = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket, ...markers }))
    for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
      if (Key && UploadId) yield { key: Key, uploadId: UploadId, startedAt: Initiated?.getTime() ?? 0 }
    if (!page.IsTruncated || !page.NextKeyMarker) return
    markers = {
      KeyMarker: page.NextKeyMarker,
      ...(page.NextUploadIdMarker && { UploadIdMarker: page.NextUploadIdMarker }),
    }
  }
}
