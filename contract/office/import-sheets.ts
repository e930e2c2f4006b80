import { customerApi, customerKinds, customerLicenceKinds, customerScopes } from '#contract/selling/customer.ts'
import { dictionaryApi } from './dictionary.ts'
import { dictionaryTypes } from './dictionary-items.ts'
import type { ImportSheet } from './import.ts'
import { materialUnit } from '#contract/warehouse/unit.ts'
import { materialApi, materialCategories, materialClasses } from '#contract/making/material.ts'
import { purchaseCategories } from '#contract/supply/purchase.ts'
import { supplierKinds } from '#contract/supply/supplier.ts'
import { supplierApi } from '#contract/supply/supplier-api.ts'

/** Words with the code behind each, from codes with their words. */
const byWord = (labels: Readonly<Record<string, string>>) => Object.fromEntries(Object.entries(labels).map(([code, word]) => [word, code]))

const creditCode = { title: '统一社会信用代码', path: 'creditCode', as: 'orNull', once: true, example: '91620000MA71ABCD0X' } as const

export const supplierSheet: ImportSheet<typeof supplierApi.create.input> = {
  subject: 'suppliers',
  title: '供应商',
  create: supplierApi.create,
  columns: [
    { title: '名称', path: 'name', required: true, example: '岷县当归合作社' },
    { title: '类型', path: 'kind', required: true, words: supplierKinds, example: '合作社' },
    { ...creditCode, note: '农户可不填' },
    { title: '法定代表人', path: 'legalPerson', example: '' },
    { title: '省份', path: 'province', example: '甘肃省' },
    { title: '地址', path: 'address', example: '定西市岷县' },
    { title: '联系人', path: 'contact', example: '' },
    { title: '电话', path: 'phone', example: '' },
    { title: '纬度', path: 'latitude', as: 'orNull', example: '34.438000' },
    { title: '经度', path: 'longitude', as: 'orNull', example: '104.037000' },
    {
      title: '供货范围',
      path: 'categories',
      required: true,
      as: 'words',
      words: byWord(purchaseCategories),
      example: '药材',
      note: '多项用顿号隔开',
    },
    { title: '备注', path: 'remark', example: '' },
  ],
}

export const customerSheet: ImportSheet<typeof customerApi.create.input> = {
  subject: 'customers',
  title: '客户',
  create: customerApi.create,
  columns: [
    { title: '名称', path: 'name', required: true, example: '兰州市中医院' },
    { title: '类型', path: 'kind', required: true, words: customerKinds, example: '医院' },
    creditCode,
    { title: '法定代表人', path: 'legalPerson', example: '' },
    { title: '质量联系人', path: 'qualityContact', example: '' },
    { title: '电话', path: 'phone', example: '' },
    { title: '许可证类型', path: 'licenceKind', required: true, words: customerLicenceKinds, example: '医疗机构执业许可证' },
    { title: '许可证号', path: 'licenceNo', required: true, example: '' },
    { title: '许可证有效期至', path: 'licenceValidUntil', required: true, example: '2028-06-30' },
    { title: '许可范围', path: 'scopes', as: 'words', words: customerScopes, example: '中药饮片', note: '多项用顿号隔开' },
    { title: '收货省份', path: 'addresses.0.province', required: true, example: '甘肃省' },
    { title: '收货城市', path: 'addresses.0.city', required: true, example: '兰州市' },
    { title: '收货地址', path: 'addresses.0.address', required: true, example: '七里河区瓜州路418号', note: '许可证上的地址' },
    { title: '收货人', path: 'addresses.0.contact', required: true, example: '' },
    { title: '收货电话', path: 'addresses.0.phone', required: true, example: '' },
    { title: '备注', path: 'remark', example: '' },
  ],
}

export const materialSheet: ImportSheet<typeof materialApi.create.input> = {
  subject: 'materials',
  title: '物料',
  create: materialApi.create,
  columns: [
    { title: '代码', path: 'code', required: true, once: true, example: 'YC-101' },
    { title: '名称', path: 'name', required: true, example: '当归' },
    { title: '类别', path: 'category', required: true, words: byWord(materialCategories), example: '药材' },
    { title: '单位', path: 'unit', words: materialUnit.options, example: 'kg', note: '按件计的包材填写个、张、只等，其余为kg' },
    { title: '分类', path: 'materialClass', words: byWord(materialClasses), example: '根及根茎', note: '只有药材填写' },
    { title: '拉丁名', path: 'latin', example: 'Angelicae Sinensis Radix' },
    {
      title: '基原',
      path: 'species',
      as: 'words',
      example: '伞形科植物当归 Angelica sinensis (Oliv.) Diels',
      note: '药材必填，多个用顿号隔开',
    },
    { title: '药用部位', path: 'medicinalPart', example: '根' },
    { title: '常见产地', path: 'usualOrigin', example: '' },
    { title: '常见采收期', path: 'usualHarvest', example: '' },
    { title: '贮藏', path: 'storage', example: '置阴凉干燥处，防蛀' },
    { title: '毒性', path: 'isToxic', as: 'yes', words: ['是', '否'], example: '否' },
    { title: '贵细', path: 'isPrecious', as: 'yes', words: ['是', '否'], example: '否' },
    { title: '须记录生长年限', path: 'needsGrowthYears', as: 'yes', words: ['是', '否'], example: '否' },
    { title: '复验期（月）', path: 'retestMonths', required: true, as: 'whole', example: '12' },
  ],
}

const ownTypes = Object.entries(dictionaryTypes).filter(([, { isSystem }]) => !isSystem)

export const dictionarySheet: ImportSheet<typeof dictionaryApi.create.input> = {
  subject: 'dictionary-items',
  title: '字典词条',
  create: dictionaryApi.create,
  columns: [
    {
      title: '字典类型',
      path: 'type',
      required: true,
      words: Object.fromEntries(ownTypes.map(([code, { name }]) => [name, code])),
      example: '运输方式',
    },
    { title: '代码', path: 'code', required: true, example: 'barge', note: '字母、数字或 _ . -，以后不能更改' },
    { title: '名称', path: 'label', required: true, example: '驳船' },
    { title: '顺序', path: 'sort', required: true, as: 'whole', example: '70' },
    { title: '备注', path: 'remark', example: '' },
  ],
}
