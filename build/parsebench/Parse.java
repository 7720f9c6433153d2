// Times Cassandra's own parser, warmed up, on the statements of a file (one JSON
// string a line). Prints nanoseconds a statement, the best of several rounds.
import java.nio.file.*;
import java.util.*;
import org.apache.cassandra.cql3.*;

public class Parse {
    public static void main(String[] args) throws Exception {
        List<String> statements = new ArrayList<>();
        com.fasterxml.jackson.databind.ObjectMapper json = new com.fasterxml.jackson.databind.ObjectMapper();
        for (String line : Files.readAllLines(Paths.get(args[0]))) statements.add(json.readValue(line, String.class));
        double best = Double.MAX_VALUE;
        int failed = 0;
        for (int round = 0; round < 25; round++) {
            failed = 0;
            long start = System.nanoTime();
            for (String s : statements) {
                try { CQLFragmentParser.parseAnyUnhandled(CqlParser::query, s); }
                catch (Throwable t) { if (failed++ == 0 && round == 0) t.printStackTrace(); }
            }
            if (round >= 10) best = Math.min(best, (double) (System.nanoTime() - start) / statements.size());
        }
        System.out.printf(Locale.ROOT, "%.1f %d %d%n", best, statements.size(), failed);
    }
}
