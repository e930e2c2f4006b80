// Each statement gives the objects of one kind, by name, with everything that defines them as text. Objects of PostgreSQL itself are left out, and
// those of an extension are its definition.

const ofExtension = (catalogue: string, oid: string) =>
  `exists (select from pg_depend where classid = '${catalogue}'::regclass and objid = ${oid} and deptype = 'e')`
/** Neither PostgreSQL's own nor a temporary table. Something new below pg_catalog has a high number and is shown. */
const isOurs = (catalogue: string, oid: string, namespace: string) =>
  `not ${ofExtension(catalogue, oid)} and ${namespace} in (select oid from pg_namespace
    where (nspname !~ '^pg_(toast|temp)' and nspname not in ('pg_catalog', 'information_schema')) or ${oid} >= 16384 and nspname in ('pg_catalog', 'information_schema'))`
/** Rights, also those that nobody ever wrote down, in an order that does not depend on that of the grants. */
const rightsIn = (acl: string) =>
  `(select string_agg(concat_ws(' ', case a.grantee when 0 then 'public' else pg_get_userbyid(a.grantee) end, a.privilege_type, a.is_grantable), ', '
      order by a.grantee = 0, pg_get_userbyid(a.grantee), a.privilege_type) from aclexplode(${acl}) a)`

const extensions = `
  select 'extension ' || extname as name, concat_ws(E'\\n', extnamespace::regnamespace,
    (select string_agg(concat_ws(' ', p.oid::regprocedure, p.prolang, p.prosrc, p.probin, p.prosecdef, p.provolatile), E'\\n' order by p.oid::regprocedure::text)
      from pg_depend d join pg_proc p on p.oid = d.objid where d.classid = 'pg_proc'::regclass and d.refclassid = 'pg_extension'::regclass and d.refobjid = e.oid and d.deptype = 'e')) as definition
  from pg_extension e`

const schemas = `
  select 'schema ' || nspname as name, concat_ws(E'\\n', case nspname when 'public' then 'the owner is the cluster''s affair' else pg_get_userbyid(nspowner) end,
    (select string_agg(concat_ws(' ', case a.grantee when 0 then 'public' else pg_get_userbyid(a.grantee) end, a.privilege_type), ', ' order by a.grantee::regrole::text, a.privilege_type)
      from aclexplode(nspacl) a where a.grantee <> nspowner)) as definition
  from pg_namespace n where nspname !~ '^pg_' and nspname <> 'information_schema' and not ${ofExtension('pg_namespace', 'n.oid')}`

// Whoever administrates the cluster has to be a member of the owner's role and is known by CREATEROLE; nobody else may be one.
const roles = `
  select 'role ' || rolname as name, concat_ws(' ', rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolcanlogin, rolreplication, rolbypassrls) as definition
  from pg_roles where rolname in ('bencao_owner', 'bencao_app')
  union all
  select format('membership of %s in %s', member.rolname, role.rolname), concat_ws(' ', m.admin_option, m.inherit_option, m.set_option)
  from pg_auth_members m join pg_roles member on member.oid = m.member join pg_roles role on role.oid = m.roleid
  where member.rolname in ('bencao_owner', 'bencao_app') or role.rolname in ('bencao_owner', 'bencao_app') and not (member.rolsuper or member.rolcreaterole)`

const settings = `
  select format('setting %s of %s', split_part(setting, '=', 1), case setrole when 0 then 'everybody' else pg_get_userbyid(setrole) end) as name, setting as definition
  from pg_db_role_setting, unnest(setconfig) setting
  where setdatabase in (0, (select oid from pg_database where datname = current_database())) and (setrole = 0 or pg_get_userbyid(setrole) in ('bencao_owner', 'bencao_app'))
    and split_part(setting, '=', 1) in ('session_replication_role', 'row_security', 'search_path', 'role', 'session_preload_libraries', 'local_preload_libraries')
  union all
  select 'setting session_replication_role of the server', reset_val from pg_settings where name = 'session_replication_role' and reset_val <> 'origin'
  union all
  select format('right %s on the database of %s', a.privilege_type, case a.grantee when 0 then 'public' else pg_get_userbyid(a.grantee) end), ''
  from pg_database d, aclexplode(d.datacl) a where d.datname = current_database() and a.privilege_type = 'CREATE' and a.grantee <> d.datdba`

const relations = `
  select case relkind when 'r' then 'table ' when 'v' then 'view ' when 'S' then 'sequence ' else 'relation ' end || c.oid::regclass as name,
    concat_ws(E'\\n', relkind, pg_get_userbyid(relowner), relpersistence, relreplident, relispartition, array_to_string(reloptions, ', '),
      (select amname from pg_am where pg_am.oid = relam), relrowsecurity, relforcerowsecurity,
      (select string_agg(inhparent::regclass::text, ', ' order by inhseqno) from pg_inherits where inhrelid = c.oid),
      case when relkind in ('r', 'v') then (select string_agg(attname, ', ' order by attnum) from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) end,
      case when relkind in ('v', 'm') then pg_get_viewdef(c.oid, true) end,
      (select concat_ws(' ', format_type(seqtypid, null), seqstart, seqincrement, seqmin, seqmax, seqcycle, seqcache) from pg_sequence where seqrelid = c.oid),
      (select string_agg(format('of %s %s', d.refobjid::regclass, d.refobjsubid), ', ') from pg_depend d
        where c.relkind = 'S' and d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i') and d.refclassid = 'pg_class'::regclass)) as definition
  from pg_class c where relkind not in ('i', 'I', 't') and ${isOurs('pg_class', 'c.oid', 'relnamespace')}`

const columns = `
  select format('column %s.%I', a.attrelid::regclass, a.attname) as name,
    concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull, 'identity ' || nullif(a.attidentity::text, ''), 'generated ' || nullif(a.attgenerated::text, ''),
      (select collname from pg_collation where pg_collation.oid = a.attcollation), 'default ' || pg_get_expr(d.adbin, d.adrelid)) as definition
  from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where c.relkind in ('r', 'p', 'f') and a.attnum > 0 and not a.attisdropped and ${isOurs('pg_class', 'c.oid', 'c.relnamespace')}`

// The triggers by which PostgreSQL keeps a foreign key can be switched off like any other.
const constraints = `
  select format('constraint %I on %s', k.conname, case when k.conrelid <> 0 then k.conrelid::regclass::text else k.contypid::regtype::text end) as name,
    concat_ws(E'\\n', k.contype, pg_get_constraintdef(k.oid), k.condeferrable, k.condeferred, k.convalidated, k.conenforced,
      (select string_agg(concat_ws(' ', tgrelid::regclass, tgfoid::regproc, tgtype, tgenabled), ', ' order by tgrelid::regclass::text, tgfoid::regproc::text, tgtype)
        from pg_trigger where tgconstraint = k.oid and tgisinternal)) as definition
  from pg_constraint k where ${isOurs('pg_constraint', 'k.oid', 'k.connamespace')}`

const indexes = `
  select 'index ' || i.indexrelid::regclass as name, concat_ws(' ', pg_get_indexdef(i.indexrelid), i.indisvalid, i.indisready, i.indislive, i.indimmediate) as definition
  from pg_index i join pg_class c on c.oid = i.indexrelid where c.relnamespace <> 'pg_toast'::regnamespace and ${isOurs('pg_class', 'c.oid', 'c.relnamespace')}`

const triggers = `
  select format('trigger %I on %s', tgname, tgrelid::regclass) as name, concat_ws(' ', pg_get_triggerdef(oid), tgenabled) as definition
  from pg_trigger where not tgisinternal
  union all
  select 'event trigger ' || evtname, concat_ws(' ', evtevent, evtfoid::regproc, evtenabled) from pg_event_trigger t where not ${ofExtension('pg_event_trigger', 't.oid')}
  union all
  select format('rule %I on %s', rulename, ev_class::regclass), concat_ws(' ', pg_get_ruledef(r.oid), ev_enabled)
  from pg_rewrite r join pg_class c on c.oid = r.ev_class where ${isOurs('pg_class', 'c.oid', 'c.relnamespace')} and rulename <> '_RETURN'`

const policies = `
  select format('policy %I on %s', polname, polrelid::regclass) as name, concat_ws(E'\\n', polcmd, polpermissive,
    (select string_agg(case role when 0 then 'public' else pg_get_userbyid(role) end, ', ' order by pg_get_userbyid(role)) from unnest(polroles) role),
    'using ' || pg_get_expr(polqual, polrelid), 'with check ' || pg_get_expr(polwithcheck, polrelid)) as definition
  from pg_policy`

const functions = `
  select case prokind when 'p' then 'procedure ' else 'function ' end || p.oid::regprocedure as name,
    concat_ws(E'\\n', prokind, pg_get_userbyid(proowner), pg_get_function_arguments(p.oid), pg_get_function_result(p.oid), (select lanname from pg_language l where l.oid = prolang),
      prosecdef, proleakproof, proisstrict, proretset, provolatile, proparallel, array_to_string(proconfig, ', '), probin, prosupport::regproc, prosrc,
      (select concat_ws(' ', aggtransfn, aggtranstype::regtype, aggfinalfn, agginitval) from pg_aggregate where aggfnoid = p.oid), pg_get_function_sqlbody(p.oid), ${rightsIn(`coalesce(proacl, acldefault('f', proowner))`)}) as definition
  from pg_proc p where ${isOurs('pg_proc', 'p.oid', 'pronamespace')}`

const grants = `
  select 'grants on ' || c.oid::regclass as name, ${rightsIn(`coalesce(relacl, acldefault(case relkind when 'S' then 's' else 'r' end::"char", relowner))`)} as definition
  from pg_class c where relkind not in ('i', 'I', 't', 'c') and ${isOurs('pg_class', 'c.oid', 'relnamespace')}
  union all
  select format('grants on %s.%I', a.attrelid::regclass, a.attname), ${rightsIn('a.attacl')}
  from pg_attribute a join pg_class c on c.oid = a.attrelid where a.attacl is not null and ${isOurs('pg_class', 'c.oid', 'c.relnamespace')}
  union all
  select format('default grants of %s on %s', pg_get_userbyid(defaclrole), defaclobjtype), concat_ws(' ', defaclnamespace::regnamespace, ${rightsIn('defaclacl')}) from pg_default_acl`

const types = `
  select 'type ' || t.oid::regtype as name, concat_ws(E'\\n', typtype, pg_get_userbyid(typowner), format_type(typbasetype, typtypmod), typnotnull, typdefault,
    (select string_agg(enumlabel, ', ' order by enumsortorder) from pg_enum where enumtypid = t.oid)) as definition
  from pg_type t where typelem = 0 and typtype in ('b', 'd', 'e', 'r') and ${isOurs('pg_type', 't.oid', 'typnamespace')}`

// None of these is the program's; each of them can change what a statement does.
const others = `
  select format('cast from %s to %s', castsource::regtype, casttarget::regtype) as name, castfunc::regproc::text as definition
  from pg_cast k where k.oid >= 16384 and not ${ofExtension('pg_cast', 'k.oid')}
  union all select 'operator ' || o.oid::regoperator, oprcode::text from pg_operator o where ${isOurs('pg_operator', 'o.oid', 'oprnamespace')}
  union all select 'operator class ' || opcname, opcfamily::text from pg_opclass o where ${isOurs('pg_opclass', 'o.oid', 'opcnamespace')}
  union all select 'collation ' || collname, collprovider::text from pg_collation k where ${isOurs('pg_collation', 'k.oid', 'collnamespace')} and collnamespace <> 'pg_catalog'::regnamespace
  union all select 'publication ' || pubname, '' from pg_publication
  union all select 'foreign server ' || srvname, '' from pg_foreign_server
  union all select 'language ' || lanname, '' from pg_language where oid >= 16384 and lanname <> 'plpgsql'`

export const catalogueStatements: readonly string[] = [
  extensions,
  schemas,
  roles,
  settings,
  relations,
  columns,
  constraints,
  indexes,
  triggers,
  policies,
  functions,
  grants,
  types,
  others,
]
