import { AdminPage, adminParts, type AdminPart } from '#features/account/web/AdminPage.tsx'
import { RouteNotFound } from './root-route.tsx'
import { adminPartRoute } from './person-routes.ts'
import { mainStrings } from './main.strings.ts'
import { usePageHead } from './use-page-head.ts'

export function AdminScreen() {
  const { part: named } = adminPartRoute.useParams()
  const part = adminParts.find((one) => one === named)
  return part ? <ShownAdmin part={part} /> : <RouteNotFound />
}

function ShownAdmin({ part }: { readonly part: AdminPart }) {
  usePageHead(mainStrings.admin)
  return <AdminPage part={part} />
}
