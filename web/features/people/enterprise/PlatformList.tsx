import { Button, Drawer } from 'antd'
import { useState, type ReactNode } from 'react'
import { enterpriseApi, type PlatformEnterprise } from '#contract/people/enterprise.ts'
import { dateTime, day } from '#web/lib/format.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'

const columns: readonly Column<PlatformEnterprise>[] = [
  { title: '企业', key: 'name', sort: 'name' },
  { title: '序号', key: 'number', align: 'right', sort: 'number' },
  { title: '统一社会信用代码', key: 'creditCode' },
  { title: '地区', key: 'province', render: (row) => `${row.province}${row.city === row.province ? '' : row.city}` },
  { title: '联系人', key: 'contact', render: (row) => [row.contact, row.phone].filter(Boolean).join('　') },
  { title: '在用账号', key: 'accounts', align: 'right', sort: 'accounts' },
  { title: '最近使用', key: 'lastSeenAt', sort: 'lastSeenAt', render: (row) => row.lastSeenAt && dateTime(row.lastSeenAt) },
  { title: '入驻日期', key: 'createdAt', sort: 'createdAt', render: (row) => day(row.createdAt) },
]

/** 平台: the enterprises here, for the operator of the platform. Their business data is not shown. */
export function PlatformList({ header }: { header: ReactNode }) {
  const [opened, setOpened] = useState<PlatformEnterprise>()
  return (
    <ListPage
      title="入驻企业"
      primary={null}
      header={header}
      endpoint={enterpriseApi.platformList}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索企业名称、信用代码或拼音首字母"
      actions={(row) => (
        <Button type="link" className="text-action" onClick={() => setOpened(row)}>
          详情
        </Button>
      )}
      empty="还没有企业"
    >
      {opened && (
        <Drawer open size={560} title={opened.name} onClose={() => setOpened(undefined)}>
          <Facts
            rows={[
              ['统一社会信用代码', opened.creditCode],
              ['药品生产许可证号', opened.licenceNo],
              ['法定代表人', opened.legalPerson],
              ['地区', `${opened.province}${opened.city === opened.province ? '' : opened.city}`],
              ['地址', opened.address],
              ['联系人', opened.contact],
              ['电话', opened.phone],
              ['邮箱', opened.email],
              ['追溯节点编码', opened.nodeCode],
              ['类别', [opened.isOperating && '平台运营企业', opened.isDemo && '演示'].filter(Boolean).join('、') || '入驻企业'],
              ['在用账号', opened.accounts],
              ['最近使用', opened.lastSeenAt && dateTime(opened.lastSeenAt)],
              ['入驻时间', dateTime(opened.createdAt)],
            ]}
          />
        </Drawer>
      )}
    </ListPage>
  )
}
