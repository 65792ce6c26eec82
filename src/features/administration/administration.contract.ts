import * as z from 'zod'
import { contract } from '#shared/contract.ts'
import { Done, Id, InstantMs, page, Paging } from '#shared/shapes.ts'

export const jobStates = ['ready', 'active', 'done', 'dead'] as const

export const JobFacts = z
  .object({
    id: Id,
    kind: z.string(),
    state: z.enum(jobStates),
    attempts: z.number(),
    maxAttempts: z.number(),
    lastError: z.string().nullable(),
    runAt: InstantMs,
    createdAt: InstantMs,
    finishedAt: InstantMs.nullable(),
    projectId: Id.nullable(),
  })
  .meta({ id: 'Job' })
export type JobFacts = z.infer<typeof JobFacts>

/** The state of the server's parts. `false` means no answer; the log has the reason. */
export const ServerHealth = z
  .object({
    version: z.string(),
    node: z.string(),
    startedAt: InstantMs,
    residentBytes: z.number(),
    /** `configured`: by BASE_URL; else it is only this machine's. */
    address: z.object({ url: z.string(), configured: z.boolean() }),
    database: z.object({
      engine: z.enum(['sqlite', 'postgres']),
      answers: z.boolean(),
      sizeBytes: z.number().nullable(),
    }),
    /** `freeBytes` is null if the store cannot tell; uploads are refused below `keptFreeBytes`. */
    files: z.object({
      store: z.enum(['disk', 's3']),
      answers: z.boolean(),
      freeBytes: z.number().nullable(),
      keptFreeBytes: z.number(),
    }),
    /** `ready` are due, `planned` are later; `lateSeconds`: how long the oldest due job has been waiting. */
    queue: z.object({
      ready: z.number(),
      planned: z.number(),
      active: z.number(),
      dead: z.number(),
      lateSeconds: z.number(),
    }),
    /** `isolated`: without network and with limits; `limited`: the kernel allows only limits. */
    decoder: z.object({ sandbox: z.enum(['isolated', 'limited']) }),
    mail: z.object({
      configured: z.boolean(),
      lastSentAt: InstantMs.nullable(),
      waiting: z.number(),
      failed: z.number(),
    }),
    /** Null if no backup is known. */
    lastBackupAt: InstantMs.nullable(),
    /** Whether the server makes scheduled backups. */
    backsUpItself: z.boolean(),
    /** The backup folder is not the one of earlier backups: probably a volume is not mounted. */
    backupFolderMissing: z.boolean(),
  })
  .meta({ id: 'ServerHealth' })
export type ServerHealth = z.infer<typeof ServerHealth>

/**
 * In bytes, including the trash; `trashed` is the part of the originals in the trash. `derived` are generated files, as
 * last counted.
 */
const Uses = {
  originals: z.number(),
  trashed: z.number(),
  attachments: z.number(),
  files: z.number(),
  uploads: z.number(),
  derived: z.number(),
}

/**
 * `quotaBytes` is the effective quota, null without one; `ownQuotaBytes` the admin's setting, where 0 means no limit
 * and null the configuration's.
 */
const Quota = { quotaBytes: z.number().nullable(), ownQuotaBytes: z.number().nullable() }
const OwnQuota = z.object({ quotaBytes: z.number().int().min(0).max(1e15).nullable() })

export const StorageSummary = z
  .object({
    ...Uses,
    freeBytes: z.number().nullable(),
    /** The configured quotas of those without a setting; null for no limit. */
    configuredQuotas: z.object({ projectBytes: z.number().nullable(), organizationBytes: z.number().nullable() }),
    /** When `derived` was counted; null if it never was. */
    countedAt: InstantMs.nullable(),
    organizations: z.array(z.object({ id: Id, name: z.string(), projectCount: z.number(), ...Uses, ...Quota })),
  })
  .meta({ id: 'StorageSummary' })
export type StorageSummary = z.infer<typeof StorageSummary>

export const ProjectUse = z
  .object({
    id: Id,
    name: z.string(),
    organizationName: z.string().nullable(),
    deletedAt: InstantMs.nullable(),
    ...Uses,
    ...Quota,
  })
  .meta({ id: 'ProjectUse' })
export type ProjectUse = z.infer<typeof ProjectUse>

export const administrationRoutes = contract({
  'GET /api/admin/health': { access: 'admin', summary: 'The health of the server’s parts', answer: ServerHealth },
  'GET /api/admin/storage': {
    access: 'admin',
    summary: 'Storage use in total, and by organization',
    answer: StorageSummary,
  },
  'GET /api/admin/storage/projects': {
    access: 'admin',
    summary: 'Storage use of each project, the largest first',
    query: Paging,
    answer: page(ProjectUse),
  },
  'PATCH /api/admin/quotas/projects/:ownerId': {
    access: 'admin',
    audit: 'admin.quota_set',
    auditKeeps: ['quotaBytes'],
    summary: 'Set a project’s storage limit in bytes: 0 for none, null for the configuration’s',
    body: OwnQuota,
    answer: z.object({ ...Quota, projectId: Id }),
  },
  'PATCH /api/admin/quotas/organizations/:organizationId': {
    access: 'admin',
    audit: 'admin.quota_set',
    auditKeeps: ['quotaBytes'],
    summary: 'Set the limit for all projects of an organization together',
    body: OwnQuota,
    answer: z.object(Quota),
  },
  'GET /api/admin/jobs': {
    access: 'admin',
    summary: 'Background jobs, newest first',
    query: Paging.extend({ state: z.enum(jobStates).optional() }),
    answer: page(JobFacts),
  },
  'POST /api/admin/jobs/retry': {
    access: 'admin',
    audit: 'admin.jobs_retried',
    auditKeeps: ['count'],
    summary: 'Put all dead jobs back into the queue',
    answer: z.object({ count: z.number() }),
  },
  'POST /api/admin/jobs/:jobId/retry': {
    access: 'admin',
    audit: 'admin.jobs_retried',
    summary: 'Put a dead job back into the queue',
    answer: Done,
  },
  'DELETE /api/admin/jobs/:jobId': {
    access: 'admin',
    audit: 'admin.job_discarded',
    summary: 'Discard a dead job',
    answer: Done,
  },
})
