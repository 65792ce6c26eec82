import type { ComponentType } from 'react'
import { lateDialog } from './late-part.tsx'
import type { MenuContentProps } from './MenuContent.tsx'

export const loadMenuContent = () => import('./MenuContent.tsx')
export const LazyMenuContent: ComponentType<MenuContentProps> = lateDialog(loadMenuContent)
