import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from '#web/api/api-client.ts'
import type { WebhookEvent } from '../webhook-events.ts'
import type { Webhook, webhookRoutes } from '../webhooks.contract.ts'
import { webhooksKey } from './webhooks.live.ts'

const api = client<typeof webhookRoutes>()

/** The owner of webhooks. */
export type WebhookOwner = { readonly projectId: string } | { readonly organizationId: string }

export interface WebhookFields {
  readonly url: string
  readonly label: string
  readonly events: WebhookEvent[]
}

/** The same calls for both kinds of owners. */
export function callsIn(place: WebhookOwner) {
  if ('projectId' in place) {
    const at = (webhookId: string) => ({ params: { ...place, webhookId } })
    return {
      list: (signal: AbortSignal) => api('GET /api/projects/:projectId/webhooks', { params: place, signal }),
      make: (body: WebhookFields) => api('POST /api/projects/:projectId/webhooks', { params: place, body }),
      change: (id: string, body: Partial<WebhookFields> & { on?: boolean }) =>
        api('PATCH /api/projects/:projectId/webhooks/:webhookId', { ...at(id), body }),
      remove: (id: string) => api('DELETE /api/projects/:projectId/webhooks/:webhookId', at(id)),
      rotate: (id: string) => api('POST /api/projects/:projectId/webhooks/:webhookId/rotate', at(id)),
      test: (id: string) => api('POST /api/projects/:projectId/webhooks/:webhookId/test', at(id)),
      deliveries: (id: string, cursor: string | undefined, signal: AbortSignal) =>
        api('GET /api/projects/:projectId/webhooks/:webhookId/deliveries', {
          ...at(id),
          query: { cursor, limit: 50 },
          signal,
        }),
      again: (id: string, deliveryId: string) =>
        api('POST /api/projects/:projectId/webhooks/:webhookId/deliveries/:deliveryId/again', {
          params: { ...place, webhookId: id, deliveryId },
        }),
    }
  }
  const at = (webhookId: string) => ({ params: { ...place, webhookId } })
  return {
    list: (signal: AbortSignal) => api('GET /api/organizations/:organizationId/webhooks', { params: place, signal }),
    make: (body: WebhookFields) => api('POST /api/organizations/:organizationId/webhooks', { params: place, body }),
    change: (id: string, body: Partial<WebhookFields> & { on?: boolean }) =>
      api('PATCH /api/organizations/:organizationId/webhooks/:webhookId', { ...at(id), body }),
    remove: (id: string) => api('DELETE /api/organizations/:organizationId/webhooks/:webhookId', at(id)),
    rotate: (id: string) => api('POST /api/organizations/:organizationId/webhooks/:webhookId/rotate', at(id)),
    test: (id: string) => api('POST /api/organizations/:organizationId/webhooks/:webhookId/test', at(id)),
    deliveries: (id: string, cursor: string | undefined, signal: AbortSignal) =>
      api('GET /api/organizations/:organizationId/webhooks/:webhookId/deliveries', {
        ...at(id),
        query: { cursor, limit: 50 },
        signal,
      }),
    again: (id: string, deliveryId: string) =>
      api('POST /api/organizations/:organizationId/webhooks/:webhookId/deliveries/:deliveryId/again', {
        params: { ...place, webhookId: id, deliveryId },
      }),
  }
}

/** Deliveries cause no events. */
export const webhooksQuery = (place: WebhookOwner) =>
  queryOptions({
    queryKey: [...webhooksKey, place],
    queryFn: async ({ signal }) => (await callsIn(place).list(signal)).items,
    staleTime: 0,
    refetchInterval: 15_000,
    meta: { private: true },
  })

export const deliveriesQuery = (place: WebhookOwner, webhookId: string) =>
  infiniteQueryOptions({
    queryKey: [...webhooksKey, place, webhookId],
    queryFn: ({ pageParam, signal }) => callsIn(place).deliveries(webhookId, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
    refetchInterval: 3000,
    meta: { private: true },
  })

export function nameOf({ label, url }: Pick<Webhook, 'label' | 'url'>): string {
  return label === '' ? new URL(url).host : label
}
