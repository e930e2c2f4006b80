import { enterpriseApi } from '#contract/people/enterprise.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { editOwnEnterprise, listEnterprises, readOwnEnterprise } from './enterprise.ts'

export const enterpriseRoutes: Route[] = [
  serve(enterpriseApi.own, readOwnEnterprise),
  serve(enterpriseApi.edit, editOwnEnterprise),
  serve(enterpriseApi.platformList, listEnterprises),
]
