/**
 * The pages behind the gate but the first: which parts each consists of is learned with the gate, not before signing
 * in.
 */
export const mainScreens = {
  account: () => import('./AccountScreen.tsx'),
  admin: () => import('./AdminScreen.tsx'),
  inbox: () => import('./InboxScreen.tsx'),
  mine: () => import('./MineScreen.tsx'),
  organization: () => import('./OrganizationScreen.tsx'),
  shares: () => import('./SharesScreen.tsx'),
} as const
