import { useParams } from '@tanstack/react-router'
import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { AdminPage, adminParts, type AdminPart } from '#features/administration/web/AdminPage.tsx'
import { LazyBoundary } from '#web/ui/page/lazy-part.tsx'
import { RouteNotFound } from '../RouteNotFound.tsx'
import { mainStrings } from '../frame/main.strings.ts'
import { usePageHead } from '../use-page-head.ts'

/** Each part loads on demand. */
const panels: Readonly<Record<AdminPart, LazyExoticComponent<ComponentType>>> = {
  health: lazy(() => import('#features/administration/web/AdminHealth.tsx')),
  storage: lazy(() => import('#features/administration/web/AdminStorage.tsx')),
  jobs: lazy(() => import('./AdminJobsSlot.tsx')),
  users: lazy(() => import('#features/account/web/admin/AdminUsers.tsx')),
  sessions: lazy(() => import('#features/account/web/admin/AdminSessions.tsx')),
  audit: lazy(() => import('#features/administration/web/AuditLog.tsx')),
  outbox: lazy(() => import('#features/account/web/admin/AdminOutbox.tsx')),
  settings: lazy(() => import('#features/account/web/admin/AdminSettings.tsx')),
}

export function AdminScreen() {
  const { part: named } = useParams({ from: '/main/admin/$part' })
  const part = adminParts.find((one) => one === named)
  return part ? <ShownAdmin part={part} /> : <RouteNotFound />
}

function ShownAdmin({ part }: { readonly part: AdminPart }) {
  usePageHead(mainStrings.admin)
  const Panel = panels[part]
  return (
    <AdminPage part={part}>
      <LazyBoundary missing="shown">
        <Panel />
      </LazyBoundary>
    </AdminPage>
  )
}
