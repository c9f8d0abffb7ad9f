//! Dialects of SQL.

use super::check;

#[test]
fn sql_procedures_triggers_and_policies_are_declared() {
    check(
        "pg.sql",
        "create table parcel (id int primary key, grams int);

create function total() returns int language sql as $$ select sum(grams) from parcel $$;

create or replace procedure weigh_all(p_min int)
language plpgsql as $$
begin
  update parcel set grams = p_min where grams < p_min;
end;
$$;

create policy own_rows on parcel for select using (id = 1);

create view heavy as select * from parcel where grams > 900;
",
        "body struct parcel 1-2 +id,grams
body function total 3-4
body function weigh_all 5-11
body items own_rows 12-13
body type heavy 14-14
",
    );
    check(
        "mysql.sql",
        "DELIMITER //
CREATE PROCEDURE add_parcel(IN p_id INT, IN p_grams INT)
BEGIN
  INSERT INTO parcel (id, grams) VALUES (p_id, p_grams);
END //
DELIMITER ;
",
        "body function add_parcel 1-6
",
    );
    check(
        "tsql.sql",
        "CREATE PROCEDURE dbo.GetParcel
    @Id INT
AS
BEGIN
    SET NOCOUNT ON;
    SELECT * FROM dbo.Parcel WHERE Id = @Id;
END
GO

CREATE OR ALTER TRIGGER dbo.trg_parcel ON dbo.Parcel AFTER INSERT
AS
BEGIN
    INSERT INTO dbo.Log(Msg) SELECT 'new';
END
GO
",
        "body function dbo.GetParcel 1-9
body function dbo.trg_parcel 10-15
",
    );
    check(
        "q1.sql",
        "CREATE TABLE [dbo].[User Accounts] (
  [Id] INT NOT NULL,
  [Name] NVARCHAR(50)
)
GO
CREATE PROCEDURE [dbo].[get_user] @Id INT AS
SELECT * FROM [dbo].[Users] WHERE Id = @Id
GO
CREATE OR ALTER PROC usp_two
  @a INT = 1,
  @b VARCHAR(MAX) OUTPUT
WITH RECOMPILE
AS
BEGIN
  IF @a > 1
  BEGIN
    UPDATE x SET y = 1;
  END
  SELECT 'a;b';
END
GO
CREATE FUNCTION dbo.add_one(@x INT) RETURNS INT AS
BEGIN
  RETURN @x + 1;
END
GO
CREATE VIEW v AS SELECT 1 AS a
GO
create table after_x (id int);
",
        "body struct dbo.User Accounts 1-5 +Id,Name
body function dbo.get_user 6-8
body function usp_two 9-21
body function dbo.add_one 22-26
body type v 27-28
body struct after_x 29-29 +id
",
    );
    check(
        "q3.sql",
        "DELIMITER $$
CREATE PROCEDURE p_one()
BEGIN
  DECLARE x INT DEFAULT 0;
  IF x > 1 THEN SET x = 2; END IF;
END$$

CREATE DEFINER=`root`@`localhost` TRIGGER trg_a BEFORE INSERT ON t FOR EACH ROW
BEGIN
  SET NEW.a = 1;
END $$
CREATE FUNCTION hello (s CHAR(20)) RETURNS CHAR(50) DETERMINISTIC
BEGIN
RETURN CONCAT('Hello, ',s,'!');
END $$
DELIMITER ;
CREATE TABLE t (a int);
",
        "body function p_one 1-7
body function trg_a 8-11
body function hello 12-16
body struct t 17-17 +a
",
    );
    check(
        "q4.sql",
        "create or replace function upd() returns trigger as $body$
declare x int;
begin
  if new.a > 1 then raise exception 'no; %', x; end if;
  for x in select 1 loop perform f(x); end loop;
  return new;
end;
$body$ language plpgsql;
create trigger trg after update on parcel for each row execute function upd();
create or replace procedure p2(a int, b text)
as $$
begin
  commit;
end $$ language plpgsql;
create procedure p3() language sql begin atomic insert into t values (1); end;
CREATE TRIGGER s AFTER INSERT ON x BEGIN UPDATE y SET a = 1; END;
CREATE TRIGGER s2 AFTER DELETE ON x
FOR EACH ROW BEGIN
  DELETE FROM z WHERE id = old.id;
END;
create policy p on a.parcel as permissive for all to public using (user_id = auth.uid()) with check (true);
create table after_x (id int);
",
        "body function upd 1-8
body function trg 9-9
body function p2 10-14
body function p3 15-15
body function s 16-16
body function s2 17-20
body items p 21-21
body struct after_x 22-22 +id
",
    );
}

#[test]
fn sql_of_bigquery_is_read() {
    check(
        "bq.sql",
        "CREATE OR REPLACE TABLE `my-project.ds.users` (id INT64, name STRING);
CREATE TEMP FUNCTION add_one(x INT64) RETURNS INT64 AS (x + 1);
CREATE TEMPORARY FUNCTION js(x FLOAT64) RETURNS FLOAT64 LANGUAGE js AS '''return x;''';
CREATE OR REPLACE FUNCTION ds.f(x STRING) AS (CONCAT(x, 'a'));
CREATE TABLE after_x (id INT64);
",
        "body struct my-project.ds.users 1-1 +id,name
body function add_one 2-2
body function js 3-3
body function ds.f 4-4
body struct after_x 5-5 +id
",
    );
}

#[test]
fn sql_transactions_are_transparent() {
    check(
        "tr.sql",
        "BEGIN TRANSACTION;
CREATE TABLE a (b int);
CREATE VIEW v AS SELECT 1;
COMMIT;
create table c (d int);
",
        "body struct a 1-2 +b
body type v 3-4
body struct c 5-5 +d
",
    );
    check(
        "if.sql",
        "IF (OBJECT_ID('dbo.V') IS NULL)
BEGIN
    CREATE TABLE dbo.V (
      a int
    );
    EXEC sys.sp_x @name = N'D';
END;
GO
SET NOCOUNT ON;
CREATE TABLE w (a int);
",
        "body items  1-2
body struct dbo.V 3-5 +a
body items  6-9
body struct w 10-10 +a
",
    );
}

#[test]
fn sql_has_events_and_oracle_procedures() {
    check(
        "o.sql",
        "CREATE OR REPLACE PROCEDURE pay (p_id IN NUMBER) IS
  v NUMBER;
BEGIN
  UPDATE t SET a = 1;
END pay;
/
create event trigger ev on ddl_command_end execute function f();
CREATE EVENT e1 ON SCHEDULE EVERY 1 DAY DO DELETE FROM t;
create table after_x (id int);
",
        "body function pay 1-6
body function ev 7-7
body function e1 8-8
body struct after_x 9-9 +id
",
    );
}

#[test]
fn sql_partitions_are_tables() {
    check(
        "part.sql",
        "CREATE TABLE m2006 PARTITION OF m
    FOR VALUES FROM (1) TO (2);
CREATE TABLE IF NOT EXISTS a.b partition of c default;
create table d (e int);
",
        "body struct m2006 1-2
body struct a.b 3-3
body struct d 4-4 +e
",
    );
}
