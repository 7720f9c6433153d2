import org.apache.cassandra.schema.KeyspaceParams;
import org.apache.cassandra.service.CassandraDaemon;

/**
 * Starts Cassandra without a commit log for the tables that hold the schema.
 * Nothing here outlives its process, and dropping a table would otherwise flush
 * and compact all of them.
 */
public class Judge
{
    public static void main(String[] args)
    {
        KeyspaceParams.DEFAULT_LOCAL_DURABLE_WRITES = false;
        CassandraDaemon.main(args);
    }
}
